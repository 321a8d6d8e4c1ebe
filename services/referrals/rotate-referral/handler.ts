import { rotateReferral } from '#shared/contract/referrals.ts'
import { env } from '#platform/env.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { changedLink } from '../changed-link.ts'
import { referralLink } from '../referral-link.ts'
import { type ReferralRepository, referralRepository } from '../referral.repository.ts'

interface Dependencies {
  readonly referrals: ReferralRepository
  readonly siteUrl: string
}

export const handle: Handle<typeof rotateReferral, Dependencies> = async ({ caller, body, now }, deps) => {
  const token = await deps.referrals.rotate(body.token, { adminId: caller.userId, now })
  return token === undefined ? changedLink() : { url: referralLink(deps.siteUrl, token), token }
}

const table = new Table()
export const handler = serve(
  rotateReferral,
  handle,
  { referrals: referralRepository(table), siteUrl: env('SITE_URL') },
  { table, guard: adminGuard },
)

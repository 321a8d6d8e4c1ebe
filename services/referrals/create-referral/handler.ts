import { createReferral } from '#shared/contract/referrals.ts'
import { env } from '#platform/env.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { referralLink } from '../referral-link.ts'
import { type ReferralRepository, referralRepository } from '../referral.repository.ts'

interface Dependencies {
  readonly referrals: ReferralRepository
  readonly siteUrl: string
}

/** Creates a new link each time: a referrer may have several. */
export const handle: Handle<typeof createReferral, Dependencies> = async ({ caller, body, now }, deps) => {
  const token = await deps.referrals.create(body.referrer_name, { adminId: caller.userId, now })
  return { url: referralLink(deps.siteUrl, token), token }
}

const table = new Table()
export const handler = serve(
  createReferral,
  handle,
  { referrals: referralRepository(table), siteUrl: env('SITE_URL') },
  { table, guard: adminGuard },
)

import { rotateReferral } from '../../../shared/contract/referrals.ts'
import { env } from '../../platform/env.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { referralLink } from '../referral-link.ts'
import { type ReferralRepository, referralRepository } from '../referral.repository.ts'

interface Needs {
  readonly referrals: ReferralRepository
  readonly siteUrl: string
}

const handle: Handle<typeof rotateReferral, Needs> = async ({ caller, body, now }, needs) => {
  const token = await needs.referrals.rotate(body.token, { adminId: caller.userId, now })
  return token === undefined ? refused('not_found') : { url: referralLink(needs.siteUrl, token), token }
}

const table = new Table()
export const handler = serve(
  rotateReferral,
  handle,
  { referrals: referralRepository(table), siteUrl: env('SITE_URL') },
  { table, gate: adminGate },
)

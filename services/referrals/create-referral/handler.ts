import { createReferral } from '../../../shared/contract/referrals.ts'
import { env } from '../../platform/env.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { referralLink } from '../referral-link.ts'
import { type ReferralRepository, referralRepository } from '../referral.repository.ts'

interface Needs {
  readonly referrals: ReferralRepository
  readonly siteUrl: string
}

/** A referrer may have several links, so the same name again makes another. */
const handle: Handle<typeof createReferral, Needs> = async ({ caller, body, now }, needs) => {
  const token = await needs.referrals.create(body.referrer_name, { adminId: caller.userId, now })
  return { url: referralLink(needs.siteUrl, token), token }
}

const table = new Table()
export const handler = serve(
  createReferral,
  handle,
  { referrals: referralRepository(table), siteUrl: env('SITE_URL') },
  { table, gate: adminGate },
)

import { revokeReferral } from '../../../shared/contract/referrals.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { type ReferralRepository, referralRepository } from '../referral.repository.ts'

interface Needs {
  readonly referrals: ReferralRepository
}

const handle: Handle<typeof revokeReferral, Needs> = async ({ caller, body, now }, { referrals }) =>
  (await referrals.revoke(body.token, { adminId: caller.userId, now })) ? {} : refused('not_found')

const table = new Table()
export const handler = serve(
  revokeReferral,
  handle,
  { referrals: referralRepository(table) },
  { table, gate: adminGate },
)

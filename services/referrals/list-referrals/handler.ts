import { listReferrals } from '../../../shared/contract/referrals.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type ReferralRepository, referralRepository } from '../referral.repository.ts'

interface Needs {
  readonly referrals: ReferralRepository
}

const handle: Handle<typeof listReferrals, Needs> = async (_request, { referrals }) => ({
  data: await referrals.list(),
})

const table = new Table()
export const handler = serve(
  listReferrals,
  handle,
  { referrals: referralRepository(table) },
  { table, gate: adminGate },
)

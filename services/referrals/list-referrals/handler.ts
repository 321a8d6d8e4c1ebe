import { listReferrals } from '#shared/contract/referrals.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type ReferralRepository, referralRepository } from '../referral.repository.ts'

interface Dependencies {
  readonly referrals: ReferralRepository
}

export const handle: Handle<typeof listReferrals, Dependencies> = async (_request, deps) => ({
  data: await deps.referrals.list(),
})

const table = new Table()
export const handler = serve(
  listReferrals,
  handle,
  { referrals: referralRepository(table) },
  { table, guard: adminGuard },
)

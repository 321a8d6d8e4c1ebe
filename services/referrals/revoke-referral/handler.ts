import { revokeReferral } from '#shared/contract/referrals.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { changedLink } from '../changed-link.ts'
import { type ReferralRepository, referralRepository } from '../referral.repository.ts'

interface Dependencies {
  readonly referrals: ReferralRepository
}

export const handle: Handle<typeof revokeReferral, Dependencies> = async ({ caller, body, now }, deps) =>
  (await deps.referrals.revoke(body.token, { adminId: caller.userId, now })) ? {} : changedLink()

const table = new Table()
export const handler = serve(
  revokeReferral,
  handle,
  { referrals: referralRepository(table) },
  { table, guard: adminGuard },
)

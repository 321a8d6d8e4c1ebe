import { getSecondFactor } from '#shared/contract/second-factor.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { stepUpValidUntil } from '#platform/http/step-up.ts'
import { Table } from '#platform/table/table.ts'
import { type SecondFactorRepository, secondFactorRepository } from '../second-factor.repository.ts'

interface Dependencies {
  readonly factors: Pick<SecondFactorRepository, 'find'>
}

export const handle: Handle<typeof getSecondFactor, Dependencies> = async ({ caller, now }, { factors }) => ({
  is_set_up: (await factors.find(caller.userId))?.confirmed_at !== undefined,
  valid_until: stepUpValidUntil(caller, now),
})

const table = new Table()
export const handler = serve(
  getSecondFactor,
  handle,
  { factors: secondFactorRepository(table) },
  { table, guard: adminGuard },
)

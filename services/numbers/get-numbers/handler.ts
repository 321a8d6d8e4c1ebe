import { getNumbers } from '#shared/contract/numbers.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type NumbersRepository, numbersRepository } from '../numbers.repository.ts'

export interface Dependencies {
  readonly numbers: NumbersRepository
}

export const handle: Handle<typeof getNumbers, Dependencies> = (_request, { numbers }) => numbers.read()

const table = new Table()
export const handler = serve(
  getNumbers,
  handle,
  { numbers: numbersRepository(table) },
  { table, guard: adminGuard },
)

import { saveLibraryFacts } from '#shared/contract/library-facts.ts'
import { apiError } from '#platform/api-error.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type FactsRepository, factsRepository } from '../facts.repository.ts'

export interface Dependencies {
  readonly facts: FactsRepository
}

export const handle: Handle<typeof saveLibraryFacts, Dependencies> = async ({ caller, body, now }, deps) => {
  const { item, ...facts } = body
  const saved = await deps.facts.save(item, facts, { adminId: caller.userId, now })
  return saved ? facts : apiError('not_found')
}

const table = new Table()
export const handler = serve(
  saveLibraryFacts,
  handle,
  { facts: factsRepository(table) },
  { table, guard: adminGuard },
)

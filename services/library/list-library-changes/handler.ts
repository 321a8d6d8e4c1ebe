import { listLibraryChanges } from '#shared/contract/library-facts.ts'
import { memberGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type FactsRepository, factsRepository } from '../facts.repository.ts'

export interface Dependencies {
  readonly facts: FactsRepository
}

export const handle: Handle<typeof listLibraryChanges, Dependencies> = async ({ body }, deps) => {
  const changes = await deps.facts.listChanges(body.item)
  return {
    data: changes.map(({ at, what_changed, law_as_at }) => ({
      at,
      whatChanged: what_changed,
      lawAsAt: law_as_at,
    })),
  }
}

const table = new Table()
export const handler = serve(
  listLibraryChanges,
  handle,
  { facts: factsRepository(table) },
  { table, guard: memberGuard },
)

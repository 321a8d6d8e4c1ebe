import { saveLibraryFacts } from '#shared/contract/library-facts.ts'
import { libraryFolder } from '#shared/values/library-path.ts'
import { apiError } from '#platform/api-error.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type FactsRepository, factsRepository } from '../facts.repository.ts'

export interface Dependencies {
  readonly facts: FactsRepository
}

const messages: Readonly<Record<'incomplete' | 'review_too_early', string>> = {
  incomplete: 'Please give the country, the date of the law and the date of the next review',
  review_too_early: 'The review must be later than the date of the law',
}

const deletedMessageOf = (item: string): string =>
  item.startsWith(libraryFolder) ? 'This file has been deleted.' : 'This video has been deleted.'

export const handle: Handle<typeof saveLibraryFacts, Dependencies> = async ({ caller, body, now }, deps) => {
  const { item, seen, ...change } = body
  const saved = await deps.facts.save(item, change, { adminId: caller.userId, now }, seen)
  if (typeof saved !== 'string') return saved
  if (saved === 'unknown_item') return apiError('not_found', { message: deletedMessageOf(item) })
  if (saved === 'changed_meanwhile') return apiError('item_changed')
  throw apiError('validation_failed', { message: messages[saved] })
}

const table = new Table()
export const handler = serve(
  saveLibraryFacts,
  handle,
  { facts: factsRepository(table) },
  { table, guard: adminGuard },
)

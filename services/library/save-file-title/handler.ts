import { saveFileTitle } from '#shared/contract/library.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { apiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'
import { type TitleRepository, titleRepository } from '../title.repository.ts'

export interface Dependencies {
  readonly titles: TitleRepository
}

export const handle: Handle<typeof saveFileTitle, Dependencies> = async ({ caller, body, now }, deps) => {
  const { seen, ...title } = body
  const saved = await deps.titles.save(title, { adminId: caller.userId, now }, seen)
  if (saved === 'not_listed') return apiError('not_found', { message: 'This file has been deleted.' })
  return saved === 'changed_meanwhile' ? apiError('item_changed') : saved
}

const table = new Table()
export const handler = serve(
  saveFileTitle,
  handle,
  { titles: titleRepository(table) },
  { table, guard: adminGuard },
)

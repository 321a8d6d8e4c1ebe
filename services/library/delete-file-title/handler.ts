import { deleteFileTitle } from '#shared/contract/library.ts'
import { apiError } from '#platform/api-error.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type TitleRepository, titleRepository } from '../title.repository.ts'

export interface Dependencies {
  readonly titles: TitleRepository
}

export const handle: Handle<typeof deleteFileTitle, Dependencies> = async ({ caller, body, now }, deps) => {
  const deleted = await deps.titles.delete(body.path, { adminId: caller.userId, now }, body.seen)
  return deleted ? {} : apiError('item_changed')
}

const table = new Table()
export const handler = serve(
  deleteFileTitle,
  handle,
  { titles: titleRepository(table) },
  { table, guard: adminGuard },
)

import { listFileTitles } from '#shared/contract/library.ts'
import { memberGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type TitleRepository, titleRepository } from '../title.repository.ts'

export interface Dependencies {
  readonly titles: TitleRepository
}

export const handle: Handle<typeof listFileTitles, Dependencies> = async ({ body }, deps) => ({
  data: await deps.titles.list(body.paths),
})

const table = new Table()
export const handler = serve(
  listFileTitles,
  handle,
  { titles: titleRepository(table) },
  { table, guard: memberGuard },
)

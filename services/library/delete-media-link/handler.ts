import { deleteMediaLink } from '#shared/contract/library.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type MediaRepository, mediaRepository } from '../media.repository.ts'

export interface Dependencies {
  readonly media: MediaRepository
}

export const handle: Handle<typeof deleteMediaLink, Dependencies> = async ({ caller, body, now }, deps) => {
  await deps.media.delete(body.id, { adminId: caller.userId, now })
  return {}
}

const table = new Table()
export const handler = serve(
  deleteMediaLink,
  handle,
  { media: mediaRepository(table) },
  { table, guard: adminGuard },
)

import { listMediaLinks } from '#shared/contract/library.ts'
import { memberGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { isAccountSubscribed } from '#platform/account/account.ts'
import { Table } from '#platform/table/table.ts'
import { type MediaRepository, mediaRepository } from '../media.repository.ts'

export interface Dependencies {
  readonly media: MediaRepository
}

/** The guard admits subscribers and admins only, so a caller without a subscription is an admin. */
export const handle: Handle<typeof listMediaLinks, Dependencies> = async ({ caller, now }, deps) => ({
  data: await deps.media.list({ includeInactive: !isAccountSubscribed(caller, now) }),
})

const table = new Table()
export const handler = serve(
  listMediaLinks,
  handle,
  { media: mediaRepository(table) },
  { table, guard: memberGuard },
)

import { listLibraryFiles } from '#shared/contract/library.ts'
import { adminListLimit, memberListLimit } from '#shared/values/limits.ts'
import { memberGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { isAccountSubscribed } from '#platform/account/account.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

export interface Dependencies {
  readonly library: LibraryRepository
}

/** The guard admits subscribers and admins only, so a caller without a subscription is an admin. */
export const handle: Handle<typeof listLibraryFiles, Dependencies> = async ({ caller, body, now }, deps) => {
  const limit = isAccountSubscribed(caller, now) ? memberListLimit : adminListLimit
  const names = await deps.library.listNames(limit, body.after)
  return { data: names.map((name) => ({ name })), next: names.length < limit ? undefined : names.at(-1) }
}

const table = new Table()
export const handler = serve(
  listLibraryFiles,
  handle,
  { library: libraryRepository(table) },
  { table, guard: memberGuard },
)

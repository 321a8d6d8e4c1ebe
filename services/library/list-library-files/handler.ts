import { listLibraryFiles } from '../../../shared/contract/library.ts'
import { adminListLimit, memberListLimit } from '../../../shared/values/limits.ts'
import { memberGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { isMemberSubscribed } from '../../platform/member.ts'
import { Table } from '../../platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

interface Needs {
  readonly library: LibraryRepository
}

/** The gate let in subscribers and admins; whoever does not subscribe is an admin. */
const handle: Handle<typeof listLibraryFiles, Needs> = async ({ caller, body, now }, { library }) => {
  const limit = isMemberSubscribed(caller, now) ? memberListLimit : adminListLimit
  const names = await library.names(limit, body.after)
  return { data: names.map((name) => ({ name })), next: names.length < limit ? undefined : names.at(-1) }
}

const table = new Table()
export const handler = serve(
  listLibraryFiles,
  handle,
  { library: libraryRepository(table) },
  { table, gate: memberGate },
)

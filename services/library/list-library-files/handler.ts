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
const handle: Handle<typeof listLibraryFiles, Needs> = async ({ caller, now }, { library }) => {
  const names = await library.names(isMemberSubscribed(caller, now) ? memberListLimit : adminListLimit)
  return { data: names.map((name) => ({ name })) }
}

const table = new Table()
export const handler = serve(
  listLibraryFiles,
  handle,
  { library: libraryRepository(table) },
  { table, gate: memberGate },
)

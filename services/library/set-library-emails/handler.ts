import { setLibraryEmails } from '#shared/contract/library-emails.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryEmailsRepository, libraryEmailsRepository } from '../library-emails.repository.ts'

interface Dependencies {
  readonly emails: LibraryEmailsRepository
}

export const handle: Handle<typeof setLibraryEmails, Dependencies> = async (
  { caller, body: { on }, now },
  { emails },
) => {
  await (on ? emails.switchOn(caller.userId, now) : emails.switchOff(caller.userId, now))
  return { on }
}

const table = new Table()
export const handler = serve(setLibraryEmails, handle, { emails: libraryEmailsRepository(table) }, { table })

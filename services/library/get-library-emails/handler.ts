import { getLibraryEmails } from '#shared/contract/library-emails.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryEmailsRepository, libraryEmailsRepository } from '../library-emails.repository.ts'

interface Dependencies {
  readonly emails: LibraryEmailsRepository
}

export const handle: Handle<typeof getLibraryEmails, Dependencies> = async ({ caller }, { emails }) => ({
  on: await emails.isOn(caller.userId),
})

const table = new Table()
export const handler = serve(getLibraryEmails, handle, { emails: libraryEmailsRepository(table) }, { table })

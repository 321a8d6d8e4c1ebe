import { submitContact } from '../../../shared/contract/contact.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type ContactRepository, contactRepository } from '../contact.repository.ts'

interface Needs {
  readonly contact: ContactRepository
}

/** Stores a message before anybody is told that it arrived. Programs that fill in everything are thanked too. */
const handle: Handle<typeof submitContact, Needs> = async ({ body, now }, { contact }) => {
  const { website, ...written } = body
  if (!website) await contact.receive(written, now)
  return { success: true }
}

const table = new Table()
export const handler = serve(submitContact, handle, { contact: contactRepository(table) }, { table })

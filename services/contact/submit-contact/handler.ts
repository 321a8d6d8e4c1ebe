import { submitContact } from '#shared/contract/contact.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type ContactRepository, contactRepository } from '../contact.repository.ts'

interface Dependencies {
  readonly messages: ContactRepository
}

/**
 * Stores a message and queues its emails. `website` is a field that people do not see: if it is filled in, a
 * program sent the form. It gets the same response, and nothing is stored.
 */
export const handle: Handle<typeof submitContact, Dependencies> = async ({ body, now }, deps) => {
  const { website, name, email, subject, message } = body
  if (!website) await deps.messages.receive({ name, email, subject, message }, now)
  return { success: true }
}

const table = new Table()
export const handler = serve(submitContact, handle, { messages: contactRepository(table) }, { table })

import { listInbox } from '#shared/contract/inbox.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type InboxRepository, inboxRepository } from '../inbox.repository.ts'

export interface Dependencies {
  readonly inbox: InboxRepository
}

export const handle: Handle<typeof listInbox, Dependencies> = async ({ body, now }, deps) => {
  const { items, next } = await deps.inbox.page(body.state, body.after, now)
  return { items: [...items], next }
}

const table = new Table()
export const handler = serve(
  listInbox,
  handle,
  { inbox: inboxRepository(table) },
  { table, guard: adminGuard },
)

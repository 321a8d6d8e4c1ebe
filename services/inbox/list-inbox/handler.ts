import { listInbox } from '#shared/contract/inbox.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type ChatDeletionRepository, chatDeletionRepository } from '../chat-deletion.repository.ts'
import { type InboxRepository, inboxRepository } from '../inbox.repository.ts'

export interface Dependencies {
  readonly inbox: InboxRepository
  readonly chatDeletions: ChatDeletionRepository
}

export const handle: Handle<typeof listInbox, Dependencies> = async ({ body, now }, deps) => {
  const [{ items, next, previous }, deletion] = await Promise.all([
    deps.inbox.page(body.state, body, now),
    deps.chatDeletions.find(),
  ])
  const chatDeletion =
    deletion === undefined || deletion.confirmedAt !== undefined
      ? null
      : { cutoff: deletion.cutoff, requestedAt: deletion.requestedAt }
  return { items: [...items], next, previous, chatDeletion }
}

const table = new Table()
export const handler = serve(
  listInbox,
  handle,
  { inbox: inboxRepository(table), chatDeletions: chatDeletionRepository(table) },
  { table, guard: adminGuard },
)

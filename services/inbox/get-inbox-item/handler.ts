import { getInboxItem } from '#shared/contract/inbox.ts'
import { emailProblemRepository, type EmailProblemRepository } from '#services/email/public.ts'
import { apiError } from '#platform/api-error.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { waitingSince } from '#platform/table/inbox.ts'
import { Table } from '#platform/table/table.ts'
import { type Conversations, conversations } from '../conversation.ts'
import { type InboxRepository, inboxRepository, toInboxItem } from '../inbox.repository.ts'

export interface Dependencies {
  readonly inbox: InboxRepository
  readonly conversations: Conversations
  readonly emailProblems: Pick<EmailProblemRepository, 'findStop'>
}

export const handle: Handle<typeof getInboxItem, Dependencies> = async ({ body, now }, deps) => {
  const item = await deps.inbox.find(body.id)
  const conversation = item && (await deps.conversations.find(item, now, body.ticketsAfter))
  if (item === undefined || conversation === undefined) return apiError('not_found')
  const emailsStopped = await deps.emailProblems.findStop(conversation.sender.email)
  const plan = conversation.sender.verified ? conversation.sender.plan : null
  return {
    ...toInboxItem(item, plan, now),
    receivedAt: item.received_at,
    waitingSince: waitingSince(item),
    ...conversation,
    sender: { ...conversation.sender, emailsStopped },
  }
}

const table = new Table()
export const handler = serve(
  getInboxItem,
  handle,
  {
    inbox: inboxRepository(table),
    conversations: conversations(table),
    emailProblems: emailProblemRepository(table),
  },
  { table, guard: adminGuard },
)

import { answerInboxItem } from '#shared/contract/inbox.ts'
import { dueDay } from '#shared/rules/inbox.ts'
import * as paths from '#shared/values/site-map.ts'
import { apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { answersWith, type InboxRecord, waitingSince } from '#platform/table/inbox.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import { Table } from '#platform/table/table.ts'
import { type Conversation, type Conversations, conversations } from '../conversation.ts'
import { type InboxChangesRepository, inboxChangesRepository } from '../inbox-changes.repository.ts'
import { type InboxRepository, inboxRepository, toChanged } from '../inbox.repository.ts'
import { unseenError } from '../seen.ts'

export interface Dependencies {
  readonly inbox: InboxRepository
  readonly conversations: Conversations
  readonly changes: InboxChangesRepository
  readonly siteUrl: string
}

/** Returns whether this reply has been sent since a time. */
const wasSent = (
  { messages }: Conversation,
  since: string,
  reply: { readonly text: string; readonly acknowledges: boolean },
): boolean =>
  messages.some(
    ({ from, at, text, acknowledges }) =>
      from === 'adviser' && at >= since && text === reply.text && acknowledges === reply.acknowledges,
  )

const acknowledged = (item: InboxRecord, now: Date): InboxRecord => {
  const acknowledgedAt = now.toISOString()
  const due_on = dueDay({ kind: item.kind, askedAt: waitingSince(item), acknowledgedAt })
  return { ...item, acknowledged_at: acknowledgedAt, due_on }
}

/**
 * Sends a reply once: a repeated request changes nothing. A second, different reply to the same question is rejected,
 * unless the first was sent elsewhere.
 */
export const handle: Handle<typeof answerInboxItem, Dependencies> = ({ caller, body, now }, deps) =>
  retryOnConflict('the inbox item', async () => {
    const { id, text, acknowledges, seen } = body
    const item = await deps.inbox.find(id)
    const conversation = item && (await deps.conversations.find(item, now))
    if (item === undefined || conversation === undefined) return apiError('not_found')
    // Search from the question that the admin saw, because a repeated request may arrive after a follow-up question.
    if (wasSent(conversation, seen ?? waitingSince(item), { text, acknowledges })) return toChanged(item)
    const unseen = unseenError(item, body)
    if (unseen) return unseen
    if (item.state === 'answered' && !item.answered_elsewhere) return apiError('already_answered')
    if (acknowledges && (item.kind !== 'complaint' || item.acknowledged_at !== undefined))
      return apiError('not_a_complaint')
    const after: InboxRecord = acknowledges
      ? { ...acknowledged(item, now), state: 'open' }
      : { ...item, state: 'answered', answered_elsewhere: undefined, answers: answersWith(item, now) }
    const outcome = await deps.changes.reply(item, after, {
      text,
      acknowledges,
      conversation,
      link: `${deps.siteUrl}${paths.profileTickets}`,
      adminId: caller.userId,
      now,
    })
    if (outcome === 'gone') return apiError('not_found')
    return outcome === 'conflict' ? 'stale' : toChanged(after)
  })

const table = new Table()
export const handler = serve(
  answerInboxItem,
  handle,
  {
    inbox: inboxRepository(table),
    conversations: conversations(table),
    changes: inboxChangesRepository(table),
    siteUrl: env('SITE_URL'),
  },
  { table, guard: adminGuard },
)

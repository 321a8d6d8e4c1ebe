import { markInboxItem } from '#shared/contract/inbox.ts'
import { dueDay } from '#shared/rules/inbox.ts'
import type { InboxKind } from '#shared/values/inbox.ts'
import { apiError } from '#platform/api-error.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { type InboxRecord, waitingSince } from '#platform/table/inbox.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import { Table } from '#platform/table/table.ts'
import { type InboxChangesRepository, inboxChangesRepository } from '../inbox-changes.repository.ts'
import { type InboxRepository, inboxRepository, toChanged } from '../inbox.repository.ts'
import { unseenError } from '../seen.ts'

export interface Dependencies {
  readonly inbox: InboxRepository
  readonly changes: InboxChangesRepository
}

/** Returns the item with its kind, acknowledgement and new due day. Only complaints are acknowledged. */
const marked = (item: InboxRecord, kind: InboxKind, acknowledged: boolean, now: Date): InboxRecord => {
  const acknowledgedAt =
    kind === 'complaint'
      ? (item.acknowledged_at ?? (acknowledged ? now.toISOString() : undefined))
      : undefined
  const askedAt = waitingSince(item)
  const due_on = dueDay({ kind, askedAt, acknowledgedAt })
  return {
    ...item,
    kind,
    acknowledged_at: acknowledgedAt,
    due_on,
    answers: item.answers?.map((answer) => (answer.asked_at === askedAt ? { ...answer, due_on } : answer)),
  }
}

/** Sets the kind of an item. A repeated request changes nothing. */
export const handle: Handle<typeof markInboxItem, Dependencies> = ({ caller, body, now }, deps) =>
  retryOnConflict('the inbox item', async () => {
    const { id, kind, acknowledged } = body
    if (acknowledged && kind !== 'complaint') return apiError('not_a_complaint')
    const item = await deps.inbox.find(id)
    if (item === undefined) return apiError('not_found')
    const after = marked(item, kind, acknowledged, now)
    // Before what the admin saw, which a repeated request has changed itself.
    if (after.kind === item.kind && after.acknowledged_at === item.acknowledged_at) return toChanged(item)
    const unseen = unseenError(item, body)
    if (unseen) return unseen
    const outcome = await deps.changes.change(
      item,
      after,
      after.kind === item.kind ? 'inbox-acknowledged' : 'inbox-marked',
      { adminId: caller.userId, now },
    )
    return outcome === 'done' ? toChanged(after) : 'stale'
  })

const table = new Table()
export const handler = serve(
  markInboxItem,
  handle,
  { inbox: inboxRepository(table), changes: inboxChangesRepository(table) },
  { table, guard: adminGuard },
)

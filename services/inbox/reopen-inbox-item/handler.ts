import { reopenInboxItem } from '#shared/contract/inbox.ts'
import { dueDay, isLate } from '#shared/rules/inbox.ts'
import { apiError } from '#platform/api-error.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import type { InboxRecord } from '#platform/table/inbox.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import { Table } from '#platform/table/table.ts'
import { type InboxChangesRepository, inboxChangesRepository } from '../inbox-changes.repository.ts'
import { type InboxRepository, inboxRepository, toChanged } from '../inbox.repository.ts'
import { unseenError } from '../seen.ts'

interface Dependencies {
  readonly inbox: InboxRepository
  readonly changes: InboxChangesRepository
}

/**
 * Returns the reopened item. A closed item has had no reply, so it keeps its due day unless that has passed. An
 * answered item, and a closed one past its due day, wait for a reply from now on.
 */
const reopened = (item: InboxRecord, now: Date): InboxRecord => {
  if (item.state === 'closed' && !isLate(item.due_on, now)) return { ...item, state: 'open' }
  const reopened_at = now.toISOString()
  return {
    ...item,
    state: 'open',
    reopened_at,
    acknowledged_at: undefined,
    answered_elsewhere: undefined,
    due_on: dueDay({ kind: item.kind, askedAt: reopened_at }),
  }
}

/** Reopens an answered or closed item. A repeated request changes nothing. */
export const handle: Handle<typeof reopenInboxItem, Dependencies> = ({ caller, body, now }, deps) =>
  retryOnConflict('the inbox item', async () => {
    const item = await deps.inbox.find(body.id)
    if (item === undefined) return apiError('not_found')
    if (item.state === 'open') return toChanged(item)
    const unseen = unseenError(item, body)
    if (unseen) return unseen
    const after = reopened(item, now)
    const actor = { adminId: caller.userId, now }
    return (await deps.changes.change(item, after, 'inbox-reopened', actor)) === 'done'
      ? toChanged(after)
      : 'stale'
  })

const table = new Table()
export const handler = serve(
  reopenInboxItem,
  handle,
  { inbox: inboxRepository(table), changes: inboxChangesRepository(table) },
  { table, guard: adminGuard },
)

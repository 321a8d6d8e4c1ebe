import { closeInboxItem } from '#shared/contract/inbox.ts'
import { apiError } from '#platform/api-error.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { answersWith, type InboxRecord } from '#platform/table/inbox.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import { Table } from '#platform/table/table.ts'
import { type InboxChangesRepository, inboxChangesRepository } from '../inbox-changes.repository.ts'
import { type InboxRepository, inboxRepository, toChanged } from '../inbox.repository.ts'
import { unseenError } from '../seen.ts'

export interface Dependencies {
  readonly inbox: InboxRepository
  readonly changes: InboxChangesRepository
}

/** Closes an item without a reply from the inbox. A repeated request changes nothing. */
export const handle: Handle<typeof closeInboxItem, Dependencies> = ({ caller, body, now }, deps) =>
  retryOnConflict('the inbox item', async () => {
    const item = await deps.inbox.find(body.id)
    if (item === undefined) return apiError('not_found')
    const unseen = unseenError(item, body)
    if (unseen) return unseen
    const isElsewhere = body.reason === 'answered-elsewhere'
    if (isElsewhere ? item.state === 'answered' : item.state === 'closed') return toChanged(item)
    if (item.state === 'answered') return apiError('already_answered')
    const actor = { adminId: caller.userId, now }
    const after: InboxRecord = isElsewhere
      ? { ...item, state: 'answered', answered_elsewhere: true, answers: answersWith(item, now) }
      : { ...item, state: 'closed' }
    const outcome = isElsewhere
      ? await deps.changes.answeredElsewhere(item, after, actor)
      : await deps.changes.change(item, after, 'inbox-closed', actor)
    if (outcome === 'gone') return apiError('not_found')
    return outcome === 'conflict' ? 'stale' : toChanged(after)
  })

const table = new Table()
export const handler = serve(
  closeInboxItem,
  handle,
  { inbox: inboxRepository(table), changes: inboxChangesRepository(table) },
  { table, guard: adminGuard },
)

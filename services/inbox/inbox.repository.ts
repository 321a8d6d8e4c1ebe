import { parseItem } from '#platform/parse-each.ts'
import type { OkOf } from '#shared/contract/operation.ts'
import type { InboxItem, markInboxItem } from '#shared/contract/inbox.ts'
import { isLate } from '#shared/rules/inbox.ts'
import { inboxPageSize, type InboxState } from '#shared/values/inbox.ts'
import { planOf } from '#platform/account/plan.ts'
import { subscriberRecord } from '#platform/account/records.ts'
import { type InboxRecord, inboxRecord } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'

interface Page {
  readonly items: readonly InboxItem[]
  /** Place after which the next page starts. Null on the last page. */
  readonly next: string | null
  /** Place before which the previous page ends. Null on the first page. */
  readonly previous: string | null
}

/** Selects the page of a list that follows or precedes a place. The default is the first page. */
export interface PagePlace {
  readonly after?: string | undefined
  readonly before?: string | undefined
}

interface Records extends Pick<Page, 'next' | 'previous'> {
  readonly records: readonly InboxRecord[]
}

/** Converts a stored item to an item of the contract. */
export const toInboxItem = (record: InboxRecord, plan: InboxItem['plan'], now: Date): InboxItem => ({
  id: record.id,
  source: record.user_id === null ? 'contact' : 'ticket',
  reference: record.reference,
  name: record.name,
  topic: record.topic,
  plan,
  kind: record.kind,
  state: record.state,
  askedAt: record.asked_at,
  dueOn: record.due_on,
  late: record.state === 'open' && isLate(record.due_on, now),
  acknowledgedAt: record.acknowledged_at ?? null,
})

/** Returns the common response of the operations that change an item. */
export const toChanged = ({
  state,
  kind,
  due_on,
  acknowledged_at,
}: InboxRecord): OkOf<typeof markInboxItem> => ({
  state,
  kind,
  dueOn: due_on,
  acknowledgedAt: acknowledged_at ?? null,
})

/** Reads one item more than a page has, which shows whether there is another page in that direction. */
const readRecords = async (
  table: Table,
  state: InboxState,
  after: string | undefined,
  backwards: boolean,
): Promise<InboxRecord[]> => {
  const items = await table.listByIndex(keys.inboxOf(state, '').gsi1pk, {
    limit: inboxPageSize + 1,
    backwards,
    ...(after === undefined ? {} : { after }),
  })
  return items.map((item) => parseItem(inboxRecord, item))
}

/** Reads a page of a list. Returns the first page if less than a page precedes the place. */
const readPage = async (table: Table, state: InboxState, { after, before }: PagePlace): Promise<Records> => {
  const newestFirst = state !== 'open'
  if (after === undefined && before !== undefined) {
    const found = await readRecords(table, state, before, !newestFirst)
    if (found.length <= inboxPageSize) return readPage(table, state, {})
    const records = found.slice(0, inboxPageSize).toReversed()
    return { records, next: records.at(-1)?.gsi1sk ?? null, previous: records[0]?.gsi1sk ?? null }
  }
  const found = await readRecords(table, state, after, newestFirst)
  const records = found.slice(0, inboxPageSize)
  return {
    records,
    next: found.length > inboxPageSize ? (records.at(-1)?.gsi1sk ?? null) : null,
    previous: after === undefined ? null : (records[0]?.gsi1sk ?? after),
  }
}

/** Reads the inbox. */
export const inboxRepository = (table: Table) => ({
  /** Returns an item, or undefined if it does not exist. */
  find: (id: string): Promise<InboxRecord | undefined> => table.find(keys.inboxItem(id), inboxRecord),

  /**
   * Returns a page of the items of one state, with the senders' plans. Takes two reads however many items there are.
   * Open items are in order of due day; others are newest first.
   */
  async page(state: InboxState, place: PagePlace, now: Date): Promise<Page> {
    const { records, next, previous } = await readPage(table, state, place)
    const userIds = [...new Set(records.flatMap(({ user_id }) => user_id ?? []))]
    const subscribers = await table.findMany(
      userIds.map((id) => keys.subscriber(id)),
      subscriberRecord,
    )
    const planOfUser = new Map(subscribers.map((record) => [record.user_id, planOf(record, now)]))
    return {
      items: records.map((record) =>
        toInboxItem(record, record.user_id === null ? null : (planOfUser.get(record.user_id) ?? 'none'), now),
      ),
      next,
      previous,
    }
  },
})

export type InboxRepository = ReturnType<typeof inboxRepository>

import { isLate } from '#shared/rules/inbox.ts'
import { londonDayOf } from '#shared/rules/london.ts'
import { nextWorkingDay } from '#shared/rules/working-days.ts'
import { brand } from '#shared/values/brand.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { type InboxRecord, inboxRecord } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import { parseFirst } from '#platform/parse-each.ts'
import type { Table } from '#platform/table/table.ts'

/** Items of each list that the email names. The link leads to the rest. */
const maxNamed = 50

interface DueItems {
  readonly late: readonly InboxRecord[]
  readonly today: readonly InboxRecord[]
}

const named = (items: readonly InboxRecord[]) =>
  items.slice(0, maxNamed).map(({ topic, reference, due_on }) => ({ topic, reference, due_on }))

/** Finds the items that need a reply before the next working day, and queues the email about them. */
export const reminderRepository = (table: Table) => ({
  /**
   * Lists the open items that are late, and those due before the next working day, by due day. The next email is sent
   * then, and a data protection request may be due on a weekend or a bank holiday.
   */
  async listDue(now: Date): Promise<DueItems> {
    const { gsi1pk, gsi1sk: nextEmail } = keys.inboxOf('open', nextWorkingDay(now))
    const items = table.eachListed(gsi1pk, nextEmail)
    const records = await parseFirst(items, (item) => inboxRecord.parse(item))
    return {
      late: records.filter(({ due_on }) => isLate(due_on, now)),
      today: records.filter(({ due_on }) => !isLate(due_on, now)),
    }
  },

  /** Queues the email of the day. A repeated run queues no second one. */
  async queue({ late, today }: DueItems, link: string, now: Date): Promise<void> {
    await table.transact(
      emailWrite({
        cause: `inbox-reminder:${londonDayOf(now)}`,
        to: brand.supportEmail,
        content: {
          template: 'inbox-reminder',
          late_count: late.length,
          late: named(late),
          today_count: today.length,
          today: named(today),
          link,
        },
        now,
      }),
    )
  },
})

export type ReminderRepository = ReturnType<typeof reminderRepository>

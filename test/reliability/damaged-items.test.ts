import '#test/kit/in-memory/environment.ts'
import '#test/kit/in-memory/no-log.ts'
import { expect, test } from 'vitest'
import { scheduled } from '#platform/scheduled.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { deletionWrite, newDeletion } from '#services/account/deletion-record.ts'
import { deletionRepository } from '#services/account/deletion.repository.ts'
import { expiredItemRepository } from '#services/account/expired-item.repository.ts'
import { outboxRepository } from '#services/email/public.ts'
import { accountRepository } from '#services/identity/account.repository.ts'
import { reminderRepository } from '#services/inbox/reminder.repository.ts'
import { handle as sendLibraryEmails } from '#services/library/send-library-emails/handler.ts'
import { unfinishedFileRepository } from '#services/library/unfinished-file.repository.ts'
import { tableFigures } from '#services/numbers/table-figures.ts'
import { handle as closePasses } from '#services/passes/close-passes/handler.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { changedDetailsRepository } from '#services/payments/changed-details.repository.ts'
import { addPurchase } from '#shared/rules/pass.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { libraryEmailsInMemory } from '#test/kit/in-memory/library-emails.ts'

const now = new Date('2027-03-01T10:00:00Z')
const before = '2027-02-01T10:00:00.000Z'

interface ListOfSchedule {
  readonly schedule: string
  /** The keys of the damaged item, which has no other attributes. */
  readonly item: {
    readonly pk: string
    readonly sk: string
    readonly gsi1pk?: string
    readonly gsi2pk?: string
  }
  readonly read: (table: Table) => Promise<unknown>
}

const readAll = async (items: AsyncIterable<unknown>) => {
  for await (const _item of items);
}

const lists: readonly ListOfSchedule[] = [
  {
    schedule: 'finish-sign-ups',
    item: { ...keys.address('robin@people.example'), ...keys.unfinishedSignUps(before) },
    read: (table) => accountRepository(table).listUnfinished(now, 10),
  },
  {
    schedule: 'finish-deletions',
    item: { ...keys.deletion('u1'), ...keys.deletionsStarted(before) },
    read: (table) => deletionRepository(table).listUnfinished(now, 10),
  },
  {
    schedule: 'finish-library-files',
    item: keys.unfinishedFile('guides_1763600000000_Deposits.pdf'),
    read: (table) => unfinishedFileRepository(table).list(now),
  },
  {
    schedule: 'copy-account-details',
    item: { ...keys.profile('u1'), ...keys.accountDetailsChanged(before) },
    read: (table) => changedDetailsRepository(table).list(now, 10),
  },
  {
    schedule: 'warn-expiring-passes',
    item: { ...keys.guestPass('hash'), ...keys.passDue(before) },
    read: (table) => passRepository(table).listDue(now),
  },
  {
    schedule: 'send-inbox-reminders',
    item: { ...keys.inboxItem('i1'), ...keys.inboxOf('open', '2027-02-01#') },
    read: (table) => reminderRepository(table).listDue(now),
  },
  {
    schedule: 'compute-numbers',
    item: { ...keys.inboxItem('i1'), ...keys.inboxOf('answered', before) },
    read: (table) => tableFigures(table).readTickets(now),
  },
  {
    schedule: 'send-waiting-emails',
    item: { ...keys.outboxEmail('welcome:sub_1'), ...keys.waitingEmails(before) },
    read: (table) => outboxRepository(table).listWaiting(now),
  },
  {
    schedule: 'retention',
    item: { ...keys.inboxItem('i1'), ...keys.retention(before) },
    read: (table) => readAll(expiredItemRepository(table).each(now)),
  },
]

test.each(lists)('$schedule leaves out a damaged item, and fails at its end', async ({ item, read }) => {
  const { table } = inMemory({ now })
  await table.put({ pk: item.pk, sk: item.sk }, item)
  let isProcessed = false
  const run = scheduled(async () => {
    await read(table)
    isProcessed = true
  })
  await expect(run()).rejects.toThrow('1 items could not be read')
  expect(isProcessed).toBe(true)
})

const nextDay = '2027-02-02T10:00:00.000Z'
type World = ReturnType<typeof inMemory>

test.each([
  {
    schedule: 'finish-sign-ups',
    place: keys.unfinishedSignUps,
    add: ({ table }: World) => {
      const email = 'robin@people.example'
      const item = { entity: 'address', email, user_id: 'u1', confirmed_at: nextDay }
      return table.put(keys.address(email), { ...item, ...keys.unfinishedSignUps(nextDay) })
    },
    read: (table: Table) => accountRepository(table).listUnfinished(now, 2),
  },
  {
    schedule: 'finish-deletions',
    place: keys.deletionsStarted,
    add: async ({ table }: World) => {
      await table.transact(deletionWrite(newDeletion('u1', 'robin@people.example', new Date(nextDay))))
    },
    read: (table: Table) => deletionRepository(table).listUnfinished(now, 2),
  },
  {
    schedule: 'copy-account-details',
    place: keys.accountDetailsChanged,
    add: async ({ table, account }: World) => {
      const { userId, profile } = await account()
      await table.put(keys.profile(userId), { ...profile, ...keys.accountDetailsChanged(nextDay) })
    },
    read: (table: Table) => changedDetailsRepository(table).list(now, 2),
  },
  {
    schedule: 'close-passes',
    place: keys.passDue,
    add: async ({ table }: World) => {
      const paid = new Date('2027-01-02T10:00:00Z')
      const pass = addPurchase(undefined, 'cs_1', paid)
      const stored = { holder: { keyHash: 'a' }, firstSessionId: 'cs_1', email: null, pass, version: 0 }
      await passRepository(table).write({ stored, now: paid })
    },
    read: (table: Table) => passRepository(table).listDue(now, 2),
  },
])(
  '$schedule reaches an item behind as many damaged ones as it processes in a run',
  async ({ place, add, read }) => {
    const world = inMemory({ now })
    await world.table.put({ pk: 'damaged#1', sk: 'item' }, place('2027-01-01T10:00:00.000Z'))
    await world.table.put({ pk: 'damaged#2', sk: 'item' }, place('2027-01-01T11:00:00.000Z'))
    await add(world)
    let listed = 0
    const run = scheduled(async () => {
      listed = (await read(world.table)).length
    })
    await expect(run()).rejects.toThrow('2 items could not be read')
    expect(listed).toBe(1)
  },
)

test('close-passes closes the other passes', async () => {
  const { table } = inMemory({ now })
  const passes = passRepository(table)
  const paid = new Date(before)
  const pass = addPurchase(undefined, 'cs_1', paid)
  const stored = { holder: { keyHash: 'a' }, firstSessionId: 'cs_1', email: null, pass, version: 0 }
  await passes.write({ stored, now: paid })
  await table.put(keys.guestPass('damaged'), keys.passDue(before))
  const later = new Date('2027-03-31T10:00:01Z')
  const run = scheduled(() => closePasses({ passes, siteUrl: 'https://advice.example' }, later))
  await expect(run()).rejects.toThrow('1 items could not be read')
  expect((await passes.findByKeyHash('a'))?.pass.endedAt).toBeDefined()
})

test.each(['library-emails', 'access#subscriber', 'access#profile'])(
  'send-library-emails reaches the other members although the item %s of one is damaged',
  async (sk) => {
    const { world, table, emails, add, choose, queued } = await libraryEmailsInMemory()
    await add('guides_1763600000000_Deposits.pdf', '2027-02-10T10:00:00Z')
    const damaged = await world.account({ plan: 'monthly' })
    await choose(true)
    await choose(true, damaged)
    const { pk } = keys.profile(damaged.userId)
    await table.put({ pk, sk }, sk === 'library-emails' ? keys.libraryEmailsOn(damaged.userId) : {})
    const run = scheduled(() =>
      sendLibraryEmails(
        { table, emails, siteUrl: 'https://advice.example' },
        new Date('2027-03-01T09:00:00Z'),
      ),
    )
    await expect(run()).rejects.toThrow('1 items could not be read')
    expect(queued().filter((content) => JSON.stringify(content).includes('library-news'))).toHaveLength(1)
  },
)

test('compute-numbers counts the other members', async () => {
  const { table, account } = inMemory({ now })
  const { userId } = await account({ plan: 'monthly' })
  const damaged = await account({ plan: 'annual' })
  for (const id of [userId, damaged.userId]) await table.put(keys.accountSearch(`@${id}`, id), {})
  await table.put(keys.subscriber(damaged.userId), {})
  let members: unknown
  const run = scheduled(async () => {
    members = await tableFigures(table).countMembers(now)
  })
  await expect(run()).rejects.toThrow('1 items could not be read')
  expect(members).toEqual({ monthly: 1, annual: 0 })
})

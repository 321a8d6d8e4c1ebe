import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import { ticketMessageWrite, ticketRepository } from '#services/tickets/public.ts'
import { keys } from '#platform/table/keys.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { newDeletion } from './deletion-record.ts'
import { exportedFieldsOf, isPartitionKind } from './partition.ts'
import { retainedRecordsRepository } from './retained-records.repository.ts'

const now = new Date('2027-03-01T10:00:00Z')

/** Creates a member with an answered ticket. */
const anAnsweredTicket = async () => {
  const world = inMemory({ now })
  const { profile, userId } = await world.account({ plan: 'monthly' })
  const { id } = await ticketRepository(world.table).submit({
    from: profile,
    form: { topic: 'Gas safety', country: 'wales', message: 'Who pays for the check?' },
    answeredBy: '2027-03-02',
    link: 'http://localhost/profile',
    now,
  })
  await world.table.transact(
    ticketMessageWrite({ user_id: userId, reference: id, created_at: now.toISOString() }, 'reply-1', {
      from: 'adviser',
      text: 'The landlord pays.',
      acknowledges: false,
      at: now.toISOString(),
    }),
  )
  const entities = () => world.database.all().map(({ entity }) => entity?.['S'])
  return { world, userId, email: profile.email, id, entities }
}

describe('replies to tickets', () => {
  test('are in the export with the number of their ticket', async () => {
    const { world, userId, id } = await anAnsweredTicket()
    const items = await world.table.list(keys.profile(userId).pk, '')
    const exported = items.flatMap((item) =>
      isPartitionKind(item['entity']) && item['entity'] === 'ticket_message'
        ? [exportedFieldsOf(item['entity'], item)]
        : [],
    )
    expect(exported).toEqual([
      {
        reference: id,
        from: 'adviser',
        text: 'The landlord pays.',
        acknowledges: false,
        at: now.toISOString(),
      },
    ])
  })

  test('are deleted with the account, together with the inbox item', async () => {
    const { world, userId, email, entities } = await anAnsweredTicket()
    expect(entities()).toEqual(expect.arrayContaining(['inbox_item', 'ticket_message']))
    await retainedRecordsRepository(world.table).purgePartition(newDeletion(userId, email, now))
    expect(entities()).not.toContain('inbox_item')
    expect(entities()).not.toContain('ticket_message')
  })

  test('are deleted with the items of a long history, ten at a time', async () => {
    const { world, userId, email } = await anAnsweredTicket()
    for (let version = 1; version <= 40; version += 1)
      await world.table.put(keys.accessChange(userId, version), { entity: 'access_change' })
    const deleteOne = world.table.delete.bind(world.table)
    let [running, mostAtOnce] = [0, 0]
    vi.spyOn(world.table, 'delete').mockImplementation(async (key) => {
      running += 1
      mostAtOnce = Math.max(mostAtOnce, running)
      await new Promise((resolve) => setImmediate(resolve))
      await deleteOne(key)
      running -= 1
    })
    await retainedRecordsRepository(world.table).purgePartition(newDeletion(userId, email, now))
    expect(mostAtOnce).toBe(10)
    expect((await world.table.list(keys.profile(userId).pk, '')).map(({ sk }) => sk)).toEqual([
      'access#profile',
    ])
  })

  test('are kept for as long as their ticket', async () => {
    const { world } = await anAnsweredTicket()
    const endOf = (kind: string) =>
      world.database.all().find(({ entity }) => entity?.['S'] === kind)?.['gsi2sk']?.['S']
    expect(endOf('ticket_message')).toBe(endOf('ticket'))
    expect(endOf('inbox_item')).toBe(endOf('ticket'))
  })
})

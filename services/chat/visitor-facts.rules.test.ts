import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { ticketRepository } from '#services/tickets/public.ts'
import { type PassRecord } from '#platform/account/records.ts'
import { keys } from '#platform/table/keys.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { visitorFactsReader } from './visitor-facts.ts'

const now = new Date('2027-03-01T10:00:00Z')
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const aPass = (userId: string | null, startedAt?: Date): PassRecord => ({
  entity: 'pass',
  user_id: userId,
  session_id: 'cs_1',
  email: 'payer@people.example',
  paid_at: now.toISOString(),
  ...(startedAt && { started_at: startedAt.toISOString() }),
  minutes: 30,
  purchases: { cs_1: { paid_at: now.toISOString(), reversed: false } },
  version: 1,
})

const aService = () => {
  const world = inMemory({ now })
  return { ...world, facts: visitorFactsReader(world.table), tickets: ticketRepository(world.table) }
}

describe('facts about a visitor', () => {
  test("name a member's plan, the country of the latest ticket and the earlier tickets", async () => {
    const { account, facts, tickets } = aService()
    const member = await account({ plan: 'annual' })
    for (const [i, country] of (['england', 'wales'] as const).entries())
      await tickets.submit({
        from: member.profile,
        form: { topic: `Topic ${i}`, country, message: 'Who pays?' },
        answeredBy: '2027-03-02',
        link: 'http://localhost/profile',
        now: minutesLater(i),
      })
    expect(await facts({ userId: member.userId }, minutesLater(5))).toEqual({
      access: 'Annual plan',
      country: 'Wales (latest ticket)',
      earlier_tickets: '2: Topic 1 (1 March 2027); Topic 0 (1 March 2027)',
    })
  })

  test('read and count no more tickets than a page has', async () => {
    const { account, facts, tickets, table } = aService()
    const member = await account({ plan: 'annual' })
    const newTicket = {
      from: member.profile,
      form: { topic: 'Deposit', country: 'wales' as const, message: 'Who pays?' },
      answeredBy: '2027-03-02',
      link: 'http://localhost/profile',
    }
    for (let minute = 0; minute <= 50; minute += 1) {
      const form = { ...newTicket.form, message: `Who pays for flat ${minute}?` }
      await tickets.submit({ ...newTicket, form, now: minutesLater(minute) })
    }
    // An older ticket that cannot be read. Reading it would fail the request.
    await table.put(keys.ticket(member.userId, '2027-01-01T10:00:00.000Z', 'FFFFFFFF'), {})
    const { earlier_tickets } = await facts({ userId: member.userId }, minutesLater(60))
    expect(earlier_tickets).toMatch(/^More than 50: Deposit \(1 March 2027\); /)
  })

  test('count the minutes of a pass down from its start', async () => {
    const { account, facts, table } = aService()
    const { userId } = await account()
    await table.put(keys.pass(userId, 'cs_1'), aPass(userId))
    expect(await facts({ userId }, minutesLater(50))).toMatchObject({ access: 'Pass, 30 minutes left' })
    await table.put(keys.pass(userId, 'cs_1'), aPass(userId, minutesLater(50)))
    expect(await facts({ userId }, minutesLater(56.5))).toMatchObject({ access: 'Pass, 24 minutes left' })
    expect(await facts({ userId }, minutesLater(80))).toMatchObject({ access: 'No plan and no minutes left' })
  })

  test("never contain a guest's email address", async () => {
    const { facts, table } = aService()
    await table.put(keys.guestPass('hash'), aPass(null))
    const found = await facts({ keyHash: 'hash' }, now)
    expect(found).toEqual({ access: 'Pass, 30 minutes left', country: 'Not known', earlier_tickets: 'None' })
    expect(JSON.stringify(found)).not.toContain('@')
  })
})

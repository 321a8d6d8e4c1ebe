import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { anInbox } from '#test/kit/in-memory/inbox.ts'
import { tableFigures } from './table-figures.ts'

/** A Friday. The reply is due on Monday 1 February. */
const askedAt = new Date('2027-01-29T11:00:00Z')
const repliedAt = new Date('2027-02-01T11:00:00Z')
/** A Wednesday. The reply is due on the next day. */
const followedUpAt = new Date('2027-02-10T11:00:00Z')
const later = new Date('2027-03-01T11:00:00Z')

const aTicket = async () => {
  const inbox = await anInbox()
  const { world, submit } = inbox
  const member = await world.account({ plan: 'monthly' })
  const id = await submit(member, 'Gas safety', askedAt)
  const followUp = () => inbox.followUp(member, '2027-02-11', followedUpAt)
  const figures = async (now = later) => {
    const { onTime, late } = await tableFigures(world.table).readTickets(now)
    const monthsOf = (values: typeof onTime) => values.map(({ month }) => month)
    return { onTime: monthsOf(onTime), late: monthsOf(late) }
  }
  return { ...inbox, id, followUp, figures }
}

describe('tickets on time', () => {
  test('counts each question in its own month, by its own due day', async () => {
    const { id, answer, followUp, figures } = await aTicket()
    expect(await figures(askedAt)).toEqual({ onTime: [], late: [] })
    await answer({ id, text: 'The landlord pays.' }, repliedAt)
    await followUp()
    expect(await figures(followedUpAt)).toEqual({ onTime: ['2027-01'], late: [] })
    expect(await figures()).toEqual({ onTime: ['2027-01'], late: ['2027-02'] })
    await answer({ id, text: 'The landlord pays that too.' }, new Date('2027-02-12T11:00:00Z'))
    expect(await figures()).toEqual({ onTime: ['2027-01'], late: ['2027-02'] })
  })

  test('keeps the first reply when the follow-up question needs none', async () => {
    const { id, answer, close, followUp, figures } = await aTicket()
    await answer({ id, text: 'The landlord pays.' }, repliedAt)
    await followUp()
    await close({ id, reason: 'no-reply-needed' }, followedUpAt)
    expect(await figures()).toEqual({ onTime: ['2027-01'], late: [] })
  })

  test('counts a question once, by its first reply', async () => {
    const { id, answer, close, figures } = await aTicket()
    await close({ id, reason: 'answered-elsewhere' }, repliedAt)
    await answer({ id, text: 'The landlord pays.' }, followedUpAt)
    expect(await figures()).toEqual({ onTime: ['2027-01'], late: [] })
  })

  test('counts a reopened item by the day of its second reply as well', async () => {
    const { id, answer, reopen, figures } = await aTicket()
    await answer({ id, text: 'The landlord pays.' }, repliedAt)
    await reopen(id, followedUpAt)
    await answer({ id, text: 'The tenant pays.' }, new Date('2027-02-12T11:00:00Z'))
    expect(await figures()).toEqual({ onTime: ['2027-01'], late: ['2027-02'] })
  })

  test('takes the due day of the kind that an admin gives an answered ticket', async () => {
    const { id, answer, mark, figures } = await aTicket()
    await answer({ id, text: 'The landlord pays.' }, new Date('2027-02-03T11:00:00Z'))
    expect(await figures()).toEqual({ onTime: [], late: ['2027-01'] })
    await mark({ id, kind: 'complaint' })
    expect(await figures()).toEqual({ onTime: ['2027-01'], late: [] })
  })
})

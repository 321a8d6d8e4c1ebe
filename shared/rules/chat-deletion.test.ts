import { describe, expect, test } from 'vitest'
import { chatDeletionReminder } from './chat-deletion.ts'

const now = new Date('2027-03-01T08:00:00Z')
const open = { cutoff: '2026-03-01', requestedAt: now.toISOString(), remindedOn: '2027-03-01' }
const confirmed = { ...open, confirmedAt: '2027-03-02T10:00:00.000Z' }

describe('reminder to delete old conversations', () => {
  test('names the first day of the month a year ago', () => {
    expect(chatDeletionReminder(undefined, now)).toEqual(open)
    expect(chatDeletionReminder(undefined, new Date('2028-02-29T08:00:00Z'))?.cutoff).toBe('2027-02-01')
  })

  test('uses the London month', () => {
    // Half past midnight on 1 April, in summer time.
    expect(chatDeletionReminder(undefined, new Date('2027-03-31T23:30:00Z'))?.cutoff).toBe('2026-04-01')
  })

  test('is repeated every seven days until it is confirmed', () => {
    expect(chatDeletionReminder(open, new Date('2027-03-07T08:00:00Z'))).toBeUndefined()
    expect(chatDeletionReminder(open, new Date('2027-03-08T08:00:00Z'))).toEqual({
      ...open,
      remindedOn: '2027-03-08',
    })
    expect(chatDeletionReminder(confirmed, new Date('2027-03-31T08:00:00Z'))).toBeUndefined()
  })

  test('is due again in the next month, and keeps the time of an unconfirmed request', () => {
    const nextMonth = new Date('2027-04-01T08:00:00Z')
    expect(chatDeletionReminder(confirmed, nextMonth)).toEqual({
      cutoff: '2026-04-01',
      requestedAt: nextMonth.toISOString(),
      remindedOn: '2027-04-01',
    })
    expect(chatDeletionReminder(open, nextMonth)).toMatchObject({
      cutoff: '2026-04-01',
      requestedAt: open.requestedAt,
    })
  })
})

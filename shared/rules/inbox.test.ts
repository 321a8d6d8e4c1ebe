import { describe, expect, test } from 'vitest'
import { dueDay, followUpUntil, isLate } from './inbox.ts'

/** A Friday. */
const askedAt = '2027-03-05T15:00:00Z'

describe('due day of an inbox item', () => {
  test('is the next working day for a question', () => {
    expect(dueDay({ kind: 'question', askedAt })).toBe('2027-03-08')
  })

  test('leaves out weekends and bank holidays', () => {
    // 26 March 2027 is Good Friday, 29 March is Easter Monday.
    expect(dueDay({ kind: 'question', askedAt: '2027-03-25T09:00:00Z' })).toBe('2027-03-30')
  })

  test('is three working days for the acknowledgement of a complaint', () => {
    expect(dueDay({ kind: 'complaint', askedAt })).toBe('2027-03-10')
  })

  test('is fourteen working days after the acknowledgement for the answer to a complaint', () => {
    expect(dueDay({ kind: 'complaint', askedAt, acknowledgedAt: '2027-03-01T10:00:00Z' })).toBe('2027-03-19')
  })

  test('is within one month for a data protection request, even from the end of January', () => {
    expect(dueDay({ kind: 'data-protection', askedAt: '2027-01-31T15:00:00Z' })).toBe('2027-02-28')
  })

  test('is 28 days for a data protection request, across the change to summer time', () => {
    expect(dueDay({ kind: 'data-protection', askedAt })).toBe('2027-04-02')
  })

  test('counts from the London day, not the UTC day', () => {
    // Half past midnight on Tuesday, in summer time.
    expect(dueDay({ kind: 'question', askedAt: '2027-06-07T23:30:00Z' })).toBe('2027-06-09')
  })
})

describe('late items', () => {
  test('are late once the due day is over in London', () => {
    expect(isLate('2027-06-08', new Date('2027-06-08T22:59:00Z'))).toBe(false)
    expect(isLate('2027-06-08', new Date('2027-06-08T23:00:00Z'))).toBe(true)
  })
})

describe('follow-up period', () => {
  const reply = { from: 'adviser', at: '2027-03-01T10:00:00.000Z', acknowledges: false } as const

  test('ends fourteen days after the reply', () => {
    expect(followUpUntil([reply])).toEqual(new Date('2027-03-15T10:00:00Z'))
  })

  test('has not begun while a question is open', () => {
    expect(followUpUntil([])).toBeUndefined()
    expect(followUpUntil([reply, { ...reply, from: 'member' }])).toBeUndefined()
  })

  test('is not begun by the acknowledgement of a complaint', () => {
    expect(followUpUntil([{ ...reply, acknowledges: true }])).toBeUndefined()
  })
})

import { expect, test } from 'vitest'
import { unusedPassDays } from '../values/plans.ts'
import { storagePeriods } from '../values/retention.ts'
import { retainedUntil } from './retention.ts'

test.each([
  ['contact', '2026-11-20T10:00:00.000Z', '2027-11-20T10:00:00.000Z'],
  ['payment', '2026-11-20T10:00:00.000Z', '2033-11-20T10:00:00.000Z'],
  ['payment', '2028-02-29T23:59:59.000Z', '2035-02-28T23:59:59.000Z'],
  ['unverified', '2026-12-20T00:00:00.000Z', '2027-01-19T00:00:00.000Z'],
] as const)('a record of kind %s made at %s is kept until %s', (kind, from, until) => {
  expect(retainedUntil(kind, new Date(from))).toBe(until)
})

test('the record of a chat visitor outlives a pass that waits, and the retries of its last webhook', () => {
  const webhookRetryDays = 7
  expect(storagePeriods.chatVisitor.days).toBeGreaterThan(unusedPassDays + webhookRetryDays)
})

import { expect, test } from 'vitest'
import type { InboxItem } from '#shared/contract/inbox.ts'
import { accessText, dueText } from './item-texts.ts'

const now = new Date('2027-03-02T10:00:00Z')
const item: InboxItem = {
  id: '01',
  source: 'ticket',
  reference: '1001',
  name: 'Nadia Oyelaran',
  topic: 'A wrong answer',
  plan: null,
  kind: 'complaint',
  state: 'open',
  askedAt: '2027-02-25T10:00:00.000Z',
  dueOn: '2027-03-01',
  late: true,
  acknowledgedAt: null,
}
const acknowledgedAt = '2027-02-26T10:00:00.000Z'

test.each([
  ['an acknowledgement', item, 'Late: acknowledgement was due 1 March 2027'],
  ['the reply to a complaint', { ...item, acknowledgedAt }, 'Late: reply was due 1 March 2027'],
  ['the reply to a question', { ...item, kind: 'question' as const }, 'Late: reply was due 1 March 2027'],
])('%s can be late', (_, late, text) => {
  expect(dueText(late, now).text).toBe(text)
})

test.each([
  ['2027-03-02', 'Acknowledge today'],
  ['2027-03-03', 'Acknowledge by 3 March 2027'],
])('an acknowledgement that is due on %s is not late', (dueOn, text) => {
  expect(dueText({ ...item, late: false, dueOn }, now).text).toBe(text)
})

test.each([
  [1, 'pass with 1 minute left'],
  [12, 'pass with 12 minutes left'],
])('the access of a sender counts the minutes of a pass: %i', (passMinutesLeft, text) => {
  expect(accessText({ plan: null, passMinutesLeft })).toBe(text)
})

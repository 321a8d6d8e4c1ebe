import { expect, test } from 'vitest'
import { isPassActive, isSubscribed, mayChat, mayReadLibrary, passInUse } from './access.ts'

const nobody = { isSubscribed: false, hasOneTimeAccess: false, hasGuestAccess: false, isAdmin: false }
const now = new Date('2027-03-01T12:00:00Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test.each([
  ['a subscriber', { isSubscribed: true }, true, true],
  ['a holder of one-time access', { hasOneTimeAccess: true }, true, false],
  ['a holder of a guest pass', { hasGuestAccess: true }, true, false],
  ['an admin', { isAdmin: true }, true, true],
  ['anybody else', {}, false, false],
])('%s may chat and read the library as bought', (_who, flags, chat, library) => {
  expect(mayChat({ ...nobody, ...flags })).toBe(chat)
  expect(mayReadLibrary({ ...nobody, ...flags })).toBe(library)
})

test('a subscription holds to the end of its period and not a moment longer', () => {
  const facts = { subscribed: true, subscriptionEnd: after(10).toISOString() }
  expect(isSubscribed(facts, now)).toBe(true)
  expect(isSubscribed(facts, after(10))).toBe(false)
})

test('somebody without a record, or whose record says no, does not subscribe', () => {
  expect(isSubscribed(undefined, now)).toBe(false)
  expect(isSubscribed({ subscribed: false, subscriptionEnd: after(10).toISOString() }, now)).toBe(false)
})

const pass = { paidAt: now.toISOString(), minutes: 30 }

test('a pass waits thirty days for its first answer', () => {
  expect(isPassActive(pass, after(30 * 24 * 60 - 1))).toBe(true)
  expect(isPassActive(pass, after(30 * 24 * 60))).toBe(false)
})

test('a pass that was answered runs for its minutes', () => {
  const running = { ...pass, startedAt: after(60).toISOString() }
  expect(isPassActive(running, after(89))).toBe(true)
  expect(isPassActive(running, after(90))).toBe(false)
})

test('a pass that was ended or paid back gives nothing', () => {
  expect(isPassActive({ ...pass, endedAt: now.toISOString() }, now)).toBe(false)
  expect(isPassActive({ ...pass, refundedAt: now.toISOString() }, now)).toBe(false)
})

test('a chat uses the pass that runs, else the one that was paid for first, and none that is over', () => {
  const [first, second] = [pass, { ...pass, paidAt: after(1).toISOString() }]
  const running = { ...second, startedAt: after(2).toISOString() }
  expect(passInUse([second, first], after(5))).toBe(first)
  expect(passInUse([first, running], after(5))).toBe(running)
  expect(passInUse([first, running], after(40))).toBe(first)
  expect(passInUse([{ ...first, endedAt: after(1).toISOString() }], after(5))).toBeUndefined()
})

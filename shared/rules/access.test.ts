import { expect, test } from 'vitest'
import { isPassActive, isSubscribed, mayChat, passInUse } from './access.ts'

const noAccess = { isSubscribed: false, hasOneTimeAccess: false, hasGuestAccess: false, isAdmin: false }
const now = new Date('2027-03-01T12:00:00Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test.each([
  ['subscribers', { isSubscribed: true }, true],
  ['holders of a one-time pass', { hasOneTimeAccess: true }, true],
  ['holders of a guest pass', { hasGuestAccess: true }, true],
  ['admins', { isAdmin: true }, true],
  ['everybody else', {}, false],
])('access of %s to the chat', (_role, flags, chat) => {
  expect(mayChat({ ...noAccess, ...flags })).toBe(chat)
})

test('a subscription gives access exactly until the end of its period', () => {
  const facts = { subscribed: true, subscriptionEnd: after(10).toISOString() }
  expect(isSubscribed(facts, now)).toBe(true)
  expect(isSubscribed(facts, after(10))).toBe(false)
})

test('no access without a subscription or with an inactive one', () => {
  expect(isSubscribed(undefined, now)).toBe(false)
  expect(isSubscribed({ subscribed: false, subscriptionEnd: after(10).toISOString() }, now)).toBe(false)
})

const pass = { paidAt: now.toISOString(), minutes: 30 }

test('an unused pass expires after thirty days', () => {
  expect(isPassActive(pass, after(30 * 24 * 60 - 1))).toBe(true)
  expect(isPassActive(pass, after(30 * 24 * 60))).toBe(false)
})

test('a started pass ends after its minutes', () => {
  const running = { ...pass, startedAt: after(60).toISOString() }
  expect(isPassActive(running, after(89))).toBe(true)
  expect(isPassActive(running, after(90))).toBe(false)
})

test('an ended or reversed pass gives no access', () => {
  expect(isPassActive({ ...pass, endedAt: now.toISOString() }, now)).toBe(false)
  expect(isPassActive({ ...pass, minutes: 0 }, now)).toBe(false)
})

test('a chat uses the running pass, else the oldest unused one, and never an ended one', () => {
  const [first, second] = [pass, { ...pass, paidAt: after(1).toISOString() }]
  const running = { ...second, startedAt: after(2).toISOString() }
  expect(passInUse([second, first], after(5))).toBe(first)
  expect(passInUse([first, running], after(5))).toBe(running)
  expect(passInUse([first, running], after(40))).toBe(first)
  expect(passInUse([{ ...first, endedAt: after(1).toISOString() }], after(5))).toBeUndefined()
})

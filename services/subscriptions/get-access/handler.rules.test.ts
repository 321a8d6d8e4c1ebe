import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { type AccessStatus, getAccess } from '#shared/contract/subscriptions.ts'
import { type PassRecord, passRecord } from '#platform/account/records.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()

const aPass = (userId: string, changes: Partial<PassRecord> = {}): PassRecord => ({
  entity: 'pass',
  user_id: userId,
  session_id: 'cs_1',
  email: null,
  paid_at: minutesLater(-60),
  minutes: 30,
  purchases: { cs_1: { paid_at: minutesLater(-60), reversed: false } },
  version: 1,
  ...changes,
})

type Subscription = NonNullable<Caller['subscription']>

interface Facts {
  readonly isMember?: boolean
  readonly subscription?: Partial<Subscription>
  readonly pass?: Partial<PassRecord>
  readonly body?: object
}

/** Returns the access status of an account, and when it last contacted the server from the chat with a waiting pass. */
const accessOf = async ({ isMember = false, subscription, pass, body = {} }: Facts) => {
  const world = inMemory({ now })
  const account = await world.account(isMember || subscription !== undefined ? { plan: 'monthly' } : {})
  const record = pass && aPass(account.userId, pass)
  if (record) await world.table.transact(put(keys.pass(account.userId, record.session_id), record))
  const caller: Caller = {
    ...account,
    ...(account.subscriber && { subscriber: { ...account.subscriber, subscribed: isMember } }),
    ...(account.subscription && { subscription: { ...account.subscription, ...subscription } }),
    passes: record ? [record] : [],
  }
  const deps = { table: world.table, isAdmin: async () => false }
  // Twice, like a page that repeats its check.
  await callInMemory(getAccess, handle, { caller, body, now }, deps)
  const reply = await callInMemory(getAccess, handle, { caller, body, now }, deps)
  const stored = await world.table.find(keys.pass(account.userId, 'cs_1'), passRecord)
  return { access: reply.body, seenAt: stored?.last_seen_at }
}

const expectAccess = async (facts: Facts, expected: Partial<AccessStatus>) =>
  expect((await accessOf(facts)).access).toMatchObject(expected)

describe('get-access', () => {
  test('reports a member whose subscription renews', async () => {
    await expectAccess({ isMember: true }, { isSubscribed: true, withoutRenewal: false, paymentDue: false })
  })

  test('reports access that a late payment of an ended subscription bought', async () => {
    await expectAccess(
      { isMember: true, subscription: { status: 'canceled' } },
      { isSubscribed: true, withoutRenewal: true },
    )
  })

  test('does not report access without renewal once the subscription has ended', async () => {
    await expectAccess(
      { subscription: { status: 'canceled' } },
      { isSubscribed: false, withoutRenewal: false },
    )
  })

  test.each<[string, Partial<Subscription>, Partial<AccessStatus>]>([
    ['a failed charge', { status: 'past_due' }, { paymentDue: true, balanceDueMinor: null }],
    [
      'the balance of an ended subscription',
      { status: 'canceled', balance_due_minor: 5000 },
      { paymentDue: true, balanceDueMinor: 5000 },
    ],
    ['a dispute', { disputed: true }, { paymentDue: false, disputed: true }],
    [
      'both a failed charge and the dispute of another month',
      { status: 'past_due', disputed: true, balance_due_minor: 5000 },
      { paymentDue: true, balanceDueMinor: 5000, disputed: true },
    ],
    [
      'only the dispute of a running subscription, beside the invoice of an earlier one',
      { status: 'active', disputed: true, balance_due_minor: 5000 },
      { paymentDue: false, balanceDueMinor: 5000, disputed: true },
    ],
  ])('reports %s', async (_name, subscription, expected) => {
    await expectAccess({ subscription }, expected)
  })

  test.each([
    ['records that its holder is in the chat', { in_chat: true }, now.toISOString()],
    ['records no presence for a call of any other page', {}, undefined],
    ['records no presence for a call outside the chat', { in_chat: false }, undefined],
  ])('reports a waiting pass, and %s', async (_title, body, expected) => {
    const { access, seenAt } = await accessOf({ pass: {}, body })
    expect(access).toMatchObject({ hasOneTimeAccess: true, pass: { state: 'waiting', endsAt: null } })
    expect(seenAt).toBe(expected)
  })

  test('rejects an in_chat that is not a boolean', async () => {
    const { access } = await accessOf({ body: { in_chat: 'yes' } })
    expect(access).toMatchObject({ error: { code: 'validation_failed' } })
  })

  test('reports a reply that the holder of a waiting pass has not seen', async () => {
    const reply = minutesLater(-5)
    await expectAccess(
      { pass: { unseen_reply_at: reply } },
      { pass: expect.objectContaining({ state: 'waiting', adviserRepliedAt: reply, minutes: 30 }) },
    )
  })

  test.each([
    [30, 20],
    [60, 50],
  ])('reports the %i minutes and the end of a running pass', async (minutes, left) => {
    await expectAccess(
      { pass: { started_at: minutesLater(-10), minutes } },
      { pass: expect.objectContaining({ state: 'running', endsAt: minutesLater(left), minutes }) },
    )
  })

  test('reports the minutes of a usable pass whose payment is disputed', async () => {
    const [cs_1, cs_2] = [
      { paid_at: now.toISOString(), reversed: false },
      { paid_at: now.toISOString(), reversed: true, reversal: 'disputed' as const },
    ]
    await expectAccess(
      { pass: { purchases: { cs_1, cs_2 } } },
      { pass: expect.objectContaining({ minutes: 30, disputedMinutes: 30 }), passDisputed: false },
    )
  })

  test('reports no pass that is over', async () => {
    await expectAccess({ pass: { started_at: minutesLater(-31) } }, { hasOneTimeAccess: false, pass: null })
  })

  test.each<[string, PassRecord['purchases'][string]['reversal'], Partial<PassRecord>, boolean]>([
    ['reports an open dispute of a pass that would give access', 'disputed', {}, true],
    ['reports no dispute of a pass that was used up', 'disputed', { started_at: minutesLater(-31) }, false],
    ['reports no refund of a pass, which is final', 'refunded', {}, false],
    ['reports no lost dispute of a pass, which is final', 'dispute_lost', {}, false],
  ])('%s', async (_title, reversal, changes, passDisputed) => {
    const purchase = { paid_at: minutesLater(-60), reversed: true, reversed_at: minutesLater(-1), reversal }
    await expectAccess(
      { pass: { minutes: 0, purchases: { cs_1: purchase }, ...changes } },
      { hasOneTimeAccess: false, pass: null, passDisputed },
    )
  })

  test('records no presence for a member, who chats on the subscription', async () => {
    const { access, seenAt } = await accessOf({ isMember: true, pass: {}, body: { in_chat: true } })
    expect(access).toMatchObject({ isSubscribed: true, pass: { state: 'waiting' } })
    expect(seenAt).toBeUndefined()
  })
})

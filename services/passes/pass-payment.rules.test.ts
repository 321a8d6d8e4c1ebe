import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { verifyGuestPass, verifyPayment } from '#shared/contract/passes.ts'
import { reversalReasons } from '#shared/values/reversal-reasons.ts'
import { minutesOf } from '#shared/rules/pass.ts'
import * as paths from '#shared/values/site-map.ts'
import { hashOf } from '#platform/crypto.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { passKinds, type Session } from '#services/payments/stripe/session.ts'
import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { aPassSession } from '#test/kit/in-memory/session.ts'
import { withOverlap } from '#test/kit/overlap.ts'
import { applyPayment } from './apply-payment.ts'
import { guestKeysFrom } from './guest-keys.ts'
import { passRepository } from './pass.repository.ts'
import { handle as verifyAsGuest } from './verify-guest-pass/handler.ts'
import { handle as verifyAsAccount } from './verify-payment/handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3600_000)
const guestKeys = guestKeysFrom(async () => 'secret')
const body = { session_id: 'cs_test_1' }

/** Connects the success pages of passes with a table in memory and one session at Stripe. */
const sale = async (session: Session | undefined = aPassSession()) => {
  const world = inMemory({ now })
  const buyer = await world.account()
  const passes = passRepository(world.table)
  const deps = {
    passes,
    guestKeys,
    siteUrl: 'https://site.example',
    stripe: { ...stripeGateway, findSession: async () => session },
  }
  return {
    world,
    buyer,
    passes,
    deps,
    asGuest: (at = now) => callInMemory(verifyGuestPass, verifyAsGuest, { body, now: at }, deps),
    asBuyer: (at = now) =>
      callInMemory(verifyPayment, verifyAsAccount, { caller: buyer, body, now: at }, deps),
    sellTo: (userId: string | null) => (session = aPassSession({ kind: passKinds.account, userId })),
  }
}

const passEmailsTo = async ({ table }: ReturnType<typeof inMemory>, email: string) =>
  (await table.listByIndex(keys.emailsTo(email, '').gsi1pk)).map((item) => outboxRecord.parse(item).content)

const withSession = (changes: Partial<Session>) => sale(aPassSession(changes))

describe('verify-guest-pass', () => {
  test('returns the same guest key to each request within a day of the payment', async () => {
    const { asGuest } = await sale()
    const returned = { status: 200, body: { guest_key: await guestKeys.keyOf('cs_test_1') } }
    for (const hours of [0, 1, 24]) expect(await asGuest(hoursLater(hours))).toEqual(returned)
  })

  test('refers to the pass email more than a day after the payment', async () => {
    const { asGuest } = await sale()
    await asGuest()
    expect(await asGuest(new Date(hoursLater(24).getTime() + 1))).toEqual({
      status: 200,
      body: { status: 'key_in_email' },
    })
  })

  test('returns not_found for an unknown session', async () => {
    const { deps } = await sale()
    const unknown = { ...deps, stripe: { ...deps.stripe, findSession: async () => undefined } }
    expect(await callInMemory(verifyGuestPass, verifyAsGuest, { body, now }, unknown)).toMatchObject(
      apiError('not_found'),
    )
  })

  test.each<[string, Partial<Session>]>([
    ['a subscription', { mode: 'subscription', kind: 'subscription' }],
    ['a subscription that is marked as a pass', { mode: 'subscription' }],
    ['the pass of an account', { kind: passKinds.account, userId: 'somebody' }],
    ['a payment that our code did not ask for', { kind: undefined }],
  ])('returns no key for %s', async (_name, changes) => {
    const { asGuest } = await withSession(changes)
    expect(await asGuest()).toMatchObject({ body: { status: 'not_guest_pass' } })
  })

  test.each<[string, Partial<Session>]>([
    ['the page is open', { isComplete: false, isOpen: true, paid: false }],
    ['the page has expired', { isComplete: false }],
    ['the payment is being processed', { paid: false, isProcessing: true }],
    ['the payment was refunded before the pass was created', { reversal: 'refunded' }],
  ])('returns no key and creates no pass while %s', async (_name, changes) => {
    const { asGuest, passes } = await withSession(changes)
    expect((await asGuest()).body).toEqual({ status: 'not_paid', reversal: changes.reversal })
    expect(await passes.findPayment('cs_test_1')).toBeUndefined()
  })

  test.each(reversalReasons)('returns no key but the reason once the payment is %s', async (reversal) => {
    const { asGuest, deps } = await sale()
    await asGuest()
    const reversed = aPassSession({ reversal })
    const after = { ...deps, stripe: { ...deps.stripe, findSession: async () => reversed } }
    expect(await callInMemory(verifyGuestPass, verifyAsGuest, { body, now }, after)).toMatchObject({
      body: { status: 'not_paid', reversal },
    })
  })
})

describe('verify-payment', () => {
  test('activates the pass of its buyer once', async () => {
    const { asBuyer, sellTo, buyer, passes } = await sale()
    sellTo(buyer.userId)
    for (let i = 0; i < 2; i += 1)
      expect(await asBuyer()).toEqual({ status: 200, body: { access_activated: true } })
    const isOver = { access_activated: true, is_over: true }
    expect(await asBuyer(hoursLater(31 * 24))).toEqual({ status: 200, body: isOver })
    const stored = await passes.listByUser(buyer.userId)
    expect(stored?.map(({ pass, version }) => [minutesOf(pass), version])).toEqual([[30, 1]])
  })

  test("returns not_found for another account's session and for a guest's, and activates nothing", async () => {
    const { asBuyer, sellTo, world, passes } = await sale()
    const other = await world.account()
    for (const owner of [other.userId, null]) {
      sellTo(owner)
      expect(await asBuyer()).toMatchObject(apiError('not_found'))
    }
    expect(await passes.findPayment('cs_test_1')).toBeUndefined()
  })

  test('returns not_found for an unknown session', async () => {
    const { deps, buyer: caller } = await sale()
    const unknown = { ...deps, stripe: { ...deps.stripe, findSession: async () => undefined } }
    expect(await callInMemory(verifyPayment, verifyAsAccount, { caller, body, now }, unknown)).toMatchObject(
      apiError('not_found'),
    )
  })

  test("activates nothing for the session of the buyer's subscription", async () => {
    const { deps, buyer: caller, passes } = await sale()
    const session = aPassSession({ mode: 'subscription', kind: 'subscription', userId: caller.userId })
    const own = { ...deps, stripe: { ...deps.stripe, findSession: async () => session } }
    for (let i = 0; i < 2; i += 1)
      expect(await callInMemory(verifyPayment, verifyAsAccount, { caller, body, now }, own)).toEqual({
        status: 200,
        body: { access_activated: false },
      })
    expect(await passes.findPayment('cs_test_1')).toBeUndefined()
  })

  test.each(reversalReasons)('activates nothing and returns why for a payment: %s', async (reversal) => {
    const { asBuyer, sellTo, buyer, deps } = await sale()
    sellTo(buyer.userId)
    await asBuyer()
    const reversed = aPassSession({ kind: passKinds.account, userId: buyer.userId, reversal })
    const after = { ...deps, stripe: { ...deps.stripe, findSession: async () => reversed } }
    expect(
      await callInMemory(verifyPayment, verifyAsAccount, { caller: buyer, body, now }, after),
    ).toMatchObject({ body: { access_activated: false, reversal } })
  })
})

describe('the payment of a pass', () => {
  const accountSession = (userId: string, changes: Partial<Session> = {}) =>
    aPassSession({ kind: passKinds.account, userId, ...changes })

  test('extends the pass that is in use, and says so in the pass email', async () => {
    const { world, buyer, deps, passes } = await sale()
    await applyPayment(accountSession(buyer.userId), deps, now)
    await applyPayment(accountSession(buyer.userId, { id: 'cs_test_2' }), deps, hoursLater(1))
    const stored = await passes.listByUser(buyer.userId)
    expect(stored?.map(({ pass }) => minutesOf(pass))).toEqual([60])
    expect(await passEmailsTo(world, buyer.profile.email)).toMatchObject([
      { minutes: 30, extended: false, guest: false },
      { minutes: 60, extended: true, guest: false },
    ])
  })

  test('extends the pass that a guest bought it for', async () => {
    const { deps, world } = await sale()
    await applyPayment(aPassSession(), deps, now)
    const extension = aPassSession({ id: 'cs_test_2', extendsSessionId: 'cs_test_1' })
    const applied = await applyPayment(extension, deps, now)
    expect(applied?.stored.firstSessionId).toBe('cs_test_1')
    expect(applied && minutesOf(applied.stored.pass)).toBe(60)
    const links = (await passEmailsTo(world, 'guest@people.example')).map((email) =>
      email !== undefined && 'link' in email ? email.link : undefined,
    )
    const token = await guestKeys.receiptTokenOf('cs_test_1')
    const link = `https://site.example${paths.restorePass}?pass=cs_test_1&token=${token}`
    expect(links).toEqual([link, link])
  })

  test('creates nothing for a session that our code did not open to sell a pass', async () => {
    const { buyer, deps, passes } = await sale()
    for (const kind of [undefined, 'something-else'])
      expect(await applyPayment(accountSession(buyer.userId, { kind }), deps, now)).toBeUndefined()
    expect(await passes.listByUser(buyer.userId)).toEqual([])
  })

  test('creates nothing again once the guest pass is removed', async () => {
    const { deps, world } = await sale()
    await applyPayment(aPassSession(), deps, now)
    await world.table.delete(keys.guestPass(hashOf(await guestKeys.keyOf('cs_test_1'))))
    expect(await applyPayment(aPassSession(), deps, now)).toBeUndefined()
    expect(await passEmailsTo(world, 'guest@people.example')).toHaveLength(1)
  })

  test('sends one pass email when it is applied again between two reads of an earlier run', async () => {
    const { buyer, deps, passes, world } = await sale()
    const session = accountSession(buyer.userId)
    let reads = 0
    const findPayment: typeof passes.findPayment = async (id) => {
      const found = await passes.findPayment(id)
      if (reads === 0) {
        reads += 1
        await applyPayment(session, deps, now)
      }
      return found
    }
    await applyPayment(session, { ...deps, passes: { ...passes, findPayment } }, now)
    expect(await passEmailsTo(world, buyer.profile.email)).toHaveLength(1)
  })

  test('creates another pass when the earlier one is over', async () => {
    const { buyer, deps, passes } = await sale()
    await applyPayment(accountSession(buyer.userId), deps, now)
    await applyPayment(accountSession(buyer.userId, { id: 'cs_test_2' }), deps, hoursLater(31 * 24))
    const stored = await passes.listByUser(buyer.userId)
    expect(stored?.map(({ firstSessionId }) => firstSessionId)).toEqual(['cs_test_1', 'cs_test_2'])
  })

  test('creates another guest pass when the one to extend is over', async () => {
    const { deps } = await sale()
    await applyPayment(aPassSession(), deps, now)
    const extension = aPassSession({ id: 'cs_test_2', extendsSessionId: 'cs_test_1' })
    const applied = await applyPayment(extension, deps, hoursLater(31 * 24))
    expect(applied?.stored.firstSessionId).toBe('cs_test_2')
  })

  test('creates nothing for a deleted account', async () => {
    const { world, buyer, deps, passes } = await sale()
    await world.table.delete(keys.profile(buyer.userId))
    expect(await applyPayment(accountSession(buyer.userId), deps, now)).toBeUndefined()
    expect(await passes.findPayment('cs_test_1')).toBeUndefined()
  })

  test('creates nothing for an account that is deleted while it is applied', async () => {
    const { world, buyer, deps, passes } = await sale()
    const transact = world.table.transact.bind(world.table)
    world.table.transact = async (...writes) => {
      await world.table.delete(keys.profile(buyer.userId))
      return transact(...writes)
    }
    expect(await applyPayment(accountSession(buyer.userId), deps, now)).toBeUndefined()
    expect(await passes.findPayment('cs_test_1')).toBeUndefined()
  })

  test('reverses its own purchase only, and restores it after a won dispute', async () => {
    const { buyer, deps, passes } = await sale()
    const { userId } = buyer
    await applyPayment(accountSession(userId), deps, now)
    await applyPayment(accountSession(userId, { id: 'cs_test_2' }), deps, now)
    const minutes = async () => (await passes.listByUser(userId))?.map(({ pass }) => minutesOf(pass))
    for (let i = 0; i < 2; i += 1) {
      expect(await applyPayment(accountSession(userId, { reversal: 'disputed' }), deps, now)).toMatchObject({
        reversed: true,
      })
      expect(await minutes()).toEqual([30])
    }
    await applyPayment(accountSession(userId), deps, now)
    expect(await minutes()).toEqual([60])
  })

  test('finds the pass that it was applied to among several', async () => {
    const { buyer, deps } = await sale()
    await applyPayment(accountSession(buyer.userId), deps, now)
    const later = hoursLater(31 * 24)
    await applyPayment(accountSession(buyer.userId, { id: 'cs_test_2' }), deps, later)
    const applied = await applyPayment(accountSession(buyer.userId, { id: 'cs_test_2' }), deps, later)
    expect(applied).toMatchObject({ stored: { firstSessionId: 'cs_test_2' }, appliedAt: later })
  })

  test('is applied once when two payments extend a pass at the same time', async () => {
    const { world, buyer, deps, passes } = await sale()
    await applyPayment(accountSession(buyer.userId), deps, now)
    const overlapping = { ...deps, passes: passRepository(withOverlap(world.table, 3)) }
    await Promise.all(
      ['cs_test_2', 'cs_test_2', 'cs_test_3'].map((id) =>
        applyPayment(accountSession(buyer.userId, { id }), overlapping, now),
      ),
    )
    const stored = await passes.listByUser(buyer.userId)
    expect(stored?.map(({ pass }) => minutesOf(pass))).toEqual([90])
  })
})

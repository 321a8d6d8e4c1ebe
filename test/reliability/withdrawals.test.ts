import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WithdrawablePurchase } from '#shared/contract/withdrawals.ts'
import { listWithdrawablePurchases, withdrawPurchase } from '#shared/contract/withdrawals.ts'
import { isUsable } from '#shared/rules/pass.ts'
import { startRequestVersion } from '#shared/values/start-request.ts'
import type { Plan } from '#shared/values/plans.ts'
import { hashOf } from '#platform/crypto.ts'
import { handle as list } from '#services/withdrawals/list-withdrawable-purchases/handler.ts'
import { handle as withdraw } from '#services/withdrawals/withdraw-purchase/handler.ts'
import { planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import {
  accountOf,
  buy,
  buyAsGuest,
  deliver,
  isSubscribed,
  report,
  runReconcile,
  sessionsOf,
  verifyAsGuest,
} from './steps.ts'
import { openWorld, type World } from './world.ts'

const dayMs = 24 * 3600_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const deliverAll = async () => {
  for (const event of world.queue) await deliver(world, event)
}

const payPage = async () => {
  const [session] = await sessionsOf(world)
  await world.stripeEmulator.pay(String(session?.id), 'ok')
  await deliverAll()
  return String(session?.id)
}

const buyAndPay = async (plan: Plan = 'monthly') => {
  await buy(world, 'ana', plan)
  return payPage()
}

const requestOf = async (name: 'ana' | 'ben' | 'guest', body: object) => {
  const account = name === 'guest' ? undefined : await accountOf(world, name)
  const caller =
    account === undefined
      ? null
      : { ...account, userId: account.profile.user_id, tokenOrigin: undefined, signedInAtSeconds: 0 }
  return { caller, body, now: world.clock.now() }
}

const depsOf = () => ({ ...world.deps, planChanges: planChangeGateway })

const purchasesOf = async (
  name: 'ana' | 'ben' | 'guest' = 'ana',
  body: object = {},
): Promise<readonly WithdrawablePurchase[]> => {
  const reply = await callInMemory(listWithdrawablePurchases, list, await requestOf(name, body), depsOf())
  if (!('data' in reply.body)) throw new Error(JSON.stringify(reply.body))
  return reply.body.data
}

const theOnly = async (...of: Parameters<typeof purchasesOf>): Promise<WithdrawablePurchase> => {
  const [purchase, ...more] = await purchasesOf(...of)
  if (purchase === undefined || more.length > 0) throw new Error('There is not exactly one purchase')
  return purchase
}

const withdrawAs = async (name: 'ana' | 'ben' | 'guest', body: object) =>
  callInMemory(withdrawPurchase, withdraw, await requestOf(name, body), depsOf())

const bodyOf = ({ id, refundMinor }: WithdrawablePurchase) => ({ id, refundMinor })

const refundsAtStripe = async () =>
  (await world.stripe.refunds.list({ limit: 100 })).data.map(({ amount }) => amount)

const subscriptionsAtStripe = async () =>
  (await world.stripe.subscriptions.list({ status: 'all', limit: 10 })).data

const emailsOf = (template: string) =>
  world.database
    .all()
    .filter(({ entity }) => entity?.['S'] === 'email')
    .map(({ content }) => JSON.stringify(content))
    .filter((content) => content.includes(`"template":{"S":"${template}"}`))

const passDays = (days: number) => world.clock.set(new Date(world.clock.now().getTime() + days * dayMs))

const hasPass = async () =>
  (await world.deps.passes.listByUser('ana'))?.some(({ pass }) => isUsable(pass, world.clock.now()))

describe('withdrawal from a subscription', () => {
  test('refunds, ends the access at once and emails a confirmation', async () => {
    await buyAndPay()
    const purchase = await theOnly()
    expect(purchase).toMatchObject({ plan: 'monthly', paidMinor: 5000, refundMinor: 5000 })
    expect(await withdrawAs('ana', bodyOf(purchase))).toEqual({ status: 200, body: { refundMinor: 5000 } })
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await refundsAtStripe()).toEqual([5000])
    await deliverAll()
    expect(emailsOf('withdrawal')).toEqual([expect.stringContaining('"amount_minor":{"N":"5000"}')])
    for (const other of ['refunded', 'ended']) expect(emailsOf(other)).toEqual([])
    expect(await purchasesOf()).toEqual([])
  })

  test('keeps the part that was used, in whole days, because the buyer asked for a start at once', async () => {
    await buyAndPay()
    passDays(10)
    const [subscription] = (await world.stripe.subscriptions.list()).data
    const item = subscription?.items.data[0]
    const days = Math.round(((item?.current_period_end ?? 0) - (subscription?.created ?? 0)) / 86_400)
    const purchase = await theOnly()
    expect(purchase).toMatchObject({ startRequested: true, used: { count: 10, of: days, unit: 'days' } })
    expect(purchase.refundMinor).toBe(5000 - Math.floor((5000 * 10) / days))
    await withdrawAs('ana', bodyOf(purchase))
    expect(await refundsAtStripe()).toEqual([purchase.refundMinor])
    expect((await accountOf(world, 'ana')).subscription).toMatchObject({
      start_request_wording: startRequestVersion,
      start_requested_at: new Date((subscription?.created ?? 0) * 1000).toISOString(),
    })
  })

  test('refunds everything without that request', async () => {
    await buyAndPay()
    passDays(10)
    const [subscription] = (await world.stripe.subscriptions.list()).data
    await world.stripe.subscriptions.update(String(subscription?.id), { metadata: { wording: '' } })
    const purchase = await theOnly()
    expect(purchase).toMatchObject({ startRequested: false, refundMinor: 5000 })
    expect(await withdrawAs('ana', bodyOf(purchase))).toEqual({ status: 200, body: { refundMinor: 5000 } })
  })

  test('sent twice or at the same time refunds once', async () => {
    await buyAndPay()
    const body = bodyOf(await theOnly())
    const replies = await Promise.all([withdrawAs('ana', body), withdrawAs('ana', body)])
    replies.push(await withdrawAs('ana', body))
    for (const reply of replies) expect(reply).toEqual({ status: 200, body: { refundMinor: 5000 } })
    expect(await refundsAtStripe()).toEqual([5000])
  })

  test('is not undone by earlier events that arrive late, in any order', async () => {
    await buy(world, 'ana', 'monthly')
    const [session] = await sessionsOf(world)
    await world.stripeEmulator.pay(String(session?.id), 'ok')
    await withdrawAs('ana', bodyOf(await theOnly()))
    for (const event of world.queue.toReversed()) await deliver(world, event)
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(await runReconcile(world)).toMatchObject({ drifted: 0, failed: 0 })
    expect(await refundsAtStripe()).toEqual([5000])
  })

  test('is finished by the events if the request dies after the refund', async () => {
    await buyAndPay()
    const purchase = await theOnly()
    const intent = (await world.stripe.paymentIntents.list({ limit: 1 })).data[0]
    await world.deps.stripe.refundPart(String(intent?.id), {
      amountMinor: 4000,
      totalMinor: 4000,
      purpose: `withdrawal:${purchase.id}`,
    })
    await deliverAll()
    expect(await isSubscribed(world, 'ana')).toBe(false)
    expect(emailsOf('withdrawal')).toHaveLength(1)
    expect(emailsOf('ended')).toEqual([])
  })

  test('is acknowledged by the request itself, before any event arrives', async () => {
    await buyAndPay()
    await withdrawAs('ana', bodyOf(await theOnly()))
    expect(emailsOf('withdrawal')).toHaveLength(1)
    await withdrawAs('ana', { id: (await subscriptionsAtStripe())[0]?.id ?? '', refundMinor: 5000 })
    await deliverAll()
    expect(emailsOf('withdrawal')).toHaveLength(1)
  })

  test('is acknowledged while the refund is pending, and the refund confirmed once it is paid', async () => {
    await buyAndPay()
    world.stripeEmulator.configure({ newRefunds: 'pending' })
    await withdrawAs('ana', bodyOf(await theOnly()))
    await deliverAll()
    expect(emailsOf('withdrawal')).toEqual([expect.stringContaining('"pending":{"BOOL":true}')])
    const [refund] = (await world.stripe.refunds.list({ limit: 1 })).data
    for (let times = 0; times < 2; times += 1) {
      world.stripeEmulator.finishRefund(String(refund?.id), 'succeeded')
      await deliverAll()
    }
    const emails = emailsOf('withdrawal')
    expect(emails).toHaveLength(2)
    expect(emails.filter((email) => !email.includes('pending'))).toEqual([
      expect.stringContaining('"amount_minor":{"N":"5000"}'),
    ])
    for (const other of ['refunded', 'ended']) expect(emailsOf(other)).toEqual([])
  })

  test('is possible until the end of the fourteenth day', async () => {
    await buyAndPay()
    const purchase = await theOnly()
    passDays(13)
    expect(await purchasesOf()).toHaveLength(1)
    passDays(2)
    expect(await purchasesOf()).toEqual([])
    expect(await withdrawAs('ana', bodyOf(purchase))).toMatchObject(apiError('not_found'))
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  test('rejects an amount that differs from the refund', async () => {
    await buyAndPay()
    const { id } = await theOnly()
    expect(await withdrawAs('ana', { id, refundMinor: 1 })).toMatchObject(
      apiError('amount_changed', 'The refund has changed since you last saw it. Please check it again.'),
    )
    expect(await refundsAtStripe()).toEqual([])
  })

  test('rejects a caller who is not the buyer', async () => {
    await buyAndPay()
    const body = bodyOf(await theOnly())
    for (const other of ['ben', 'guest'] as const)
      expect(await withdrawAs(other, body)).toMatchObject(apiError('not_found'))
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })

  test('is not offered while the payment is disputed', async () => {
    const session = await buyAndPay()
    const body = bodyOf(await theOnly())
    world.stripeEmulator.dispute({ session, outcome: 'open' })
    await deliverAll()
    expect(await purchasesOf()).toEqual([])
    expect((await withdrawAs('ana', body)).status).toBe(409)
  })

  test('lets the account subscribe again', async () => {
    await buyAndPay()
    await withdrawAs('ana', bodyOf(await theOnly()))
    await deliverAll()
    await buyAndPay('annual')
    expect(await isSubscribed(world, 'ana')).toBe(true)
  })
})

describe('withdrawal from a pass', () => {
  test('refunds the pass of an account and ends its access, once', async () => {
    await buyAndPay('one-time')
    const body = bodyOf(await theOnly())
    expect(await withdrawAs('ana', body)).toEqual({ status: 200, body: { refundMinor: 5000 } })
    expect(await hasPass()).toBe(false)
    expect(await withdrawAs('ana', body)).toEqual({ status: 200, body: { refundMinor: 5000 } })
    await deliverAll()
    expect(await hasPass()).toBe(false)
    expect(await refundsAtStripe()).toEqual([5000])
    expect(emailsOf('withdrawal')).toHaveLength(1)
  })

  test('keeps the minutes that were used, and stores the request', async () => {
    await buyAndPay('one-time')
    await report(world, 'ana', 'started')
    world.clock.set(new Date(world.clock.now().getTime() + 12 * 60_000))
    const purchase = await theOnly()
    expect(purchase).toMatchObject({ used: { count: 12, of: 30, unit: 'minutes' }, refundMinor: 3000 })
    const [stored] = (await world.deps.passes.listByUser('ana')) ?? []
    expect(stored?.pass.purchases[purchase.id]?.startRequest).toEqual({
      wording: startRequestVersion,
      at: expect.any(String),
    })
    await withdrawAs('ana', bodyOf(purchase))
    expect(await refundsAtStripe()).toEqual([3000])
  })

  const passMinutes = (minutes: number) =>
    world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000))

  test('accepts an amount that was shown up to five minutes ago', async () => {
    await buyAndPay('one-time')
    await report(world, 'ana', 'started')
    passMinutes(12)
    const body = bodyOf(await theOnly())
    passMinutes(6)
    expect(await withdrawAs('ana', body)).toMatchObject({ status: 409 })
    expect(await withdrawAs('ana', { ...body, refundMinor: 1999 })).toMatchObject({ status: 409 })
    const shown = bodyOf(await theOnly())
    passMinutes(5)
    expect(await withdrawAs('ana', shown)).toEqual({ status: 200, body: { refundMinor: 2000 } })
    expect(await refundsAtStripe()).toEqual([2000])
  })

  test('charges for each minute of an extended pass once, and says what is left', async () => {
    await buyAndPay('one-time')
    await buyAndPay('one-time')
    await report(world, 'ana', 'started')
    passMinutes(12)
    const [first, second] = await purchasesOf()
    expect([first, second]).toMatchObject([
      { refundMinor: 5000, minutesLeft: 18 },
      { refundMinor: 5000, minutesLeft: 18 },
    ])
    if (first === undefined) throw new Error('There is no purchase')
    await withdrawAs('ana', bodyOf(first))
    expect(await hasPass()).toBe(true)
    const rest = await theOnly()
    expect(rest).toMatchObject({ id: second?.id, refundMinor: 3000, minutesLeft: 0 })
    await withdrawAs('ana', bodyOf(rest))
    expect(await hasPass()).toBe(false)
    expect(await refundsAtStripe()).toEqual([3000, 5000])
  })

  test('refunds the pass of a guest by its key', async () => {
    await buyAsGuest(world, undefined)
    const session = await payPage()
    await verifyAsGuest(world, session)
    const key = { guest_key: String(world.guestKeys[0]) }
    const purchase = await theOnly('guest', key)
    expect(await withdrawAs('guest', { ...bodyOf(purchase), ...key })).toMatchObject({ status: 200 })
    const stored = await world.deps.passes.findByKeyHash(hashOf(key.guest_key))
    expect(stored && isUsable(stored.pass, world.clock.now())).toBe(false)
  })
})

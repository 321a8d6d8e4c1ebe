import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cancelSubscription,
  changePlan,
  createCheckout,
  previewPlanChange,
  resumeSubscription,
} from '#shared/contract/subscriptions.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { handle as cancel } from '#services/subscriptions/cancel-subscription/handler.ts'
import { handle as change } from '#services/subscriptions/change-plan/handler.ts'
import { handle as createPage } from '#services/subscriptions/create-checkout/handler.ts'
import { handle as preview } from '#services/subscriptions/preview-plan-change/handler.ts'
import { handle as resume } from '#services/subscriptions/resume-subscription/handler.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { runAtCall } from './at-call.ts'
import { snapshotOf } from './each-failure.ts'
import { buy, sessionsOf, setCancellation } from './steps.ts'
import { withdrawalKit } from './withdrawal-kit.ts'
import { callerOf } from './withdrawal-steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { buyAndPay, theOnly, withdrawAs, subscriptionsAtStripe } = withdrawalKit(() => world)

const depsOf = () => ({ ...world.deps, planChanges: planChangeGateway })

const requestOf = async <Body extends object>(body: Body) => ({
  caller: await callerOf(world, 'ana'),
  body,
  now: world.clock.now(),
})

const previewOf = async (plan: SubscriptionPlan) =>
  callInMemory(previewPlanChange, preview, await requestOf({ plan }), depsOf())

const requests = {
  'preview-plan-change to annual': () => previewOf('annual'),
  'preview-plan-change to monthly': () => previewOf('monthly'),
  'change-plan to annual': async () => {
    const { body } = await previewOf('annual')
    const confirmed = 'amountDueMinor' in body ? body : undefined
    return callInMemory(changePlan, change, await requestOf({ plan: 'annual', confirmed }), depsOf())
  },
  'change-plan to monthly': async () =>
    callInMemory(changePlan, change, await requestOf({ plan: 'monthly' }), depsOf()),
  'cancel-subscription': async () => callInMemory(cancelSubscription, cancel, await requestOf({}), depsOf()),
  'resume-subscription': async () => callInMemory(resumeSubscription, resume, await requestOf({}), depsOf()),
} as const

/** Withdraws. Confirms the refund again if a change of plan has changed it in the meantime. */
const withdraw = async () => {
  const { id, refundMinor } = await theOnly()
  const reply = await withdrawAs('ana', { id, refundMinor })
  if (reply.status === 200) return
  expect(reply).toMatchObject({ status: 409, body: { error: { code: 'amount_changed' } } })
  const changed = await theOnly()
  expect(await withdrawAs('ana', { id, refundMinor: changed.refundMinor })).toMatchObject({ status: 200 })
}

/** Returns what was paid and not refunded, in pence. */
const keptAtStripe = async () =>
  (await world.stripe.charges.list({ limit: 10 })).data.reduce(
    (sum, { amount_captured, amount_refunded }) => sum + amount_captured - amount_refunded,
    0,
  )

type Respond = (typeof requests)[keyof typeof requests]

const outcomeOf = ({ status, body }: Awaited<ReturnType<Respond>>) =>
  'error' in body ? `${status} ${body.error.code}` : String(status)

/** Runs a step before each call of another one in turn, in the present state. */
const atEachCall = async (
  other: () => Promise<void>,
  step: () => Promise<void>,
  check: () => Promise<void>,
): Promise<void> => {
  const restore = await snapshotOf(world)
  for (let after = 0; ; after += 1) {
    await restore()
    const { isInTime } = await runAtCall(world, { after, run: other }, step)
    if (!isInTime) return
    await check()
  }
}

/** The buyer has cancelled before, so that the subscription can be resumed. */
const buyFor = async (name: keyof typeof requests) => {
  await buyAndPay(name.endsWith('to monthly') ? 'annual' : 'monthly')
  if (name === 'resume-subscription') await setCancellation(world, 'ana', true)
}

describe.each(Object.keys(requests) as (keyof typeof requests)[])('%s', (name) => {
  const outcomes = new Set<string>()
  beforeEach(() => outcomes.clear())
  const respond = async () => void outcomes.add(outcomeOf(await requests[name]()))
  const check = async () => {
    expect([...outcomes].filter((outcome) => outcome !== '200' && outcome !== '409 not_subscribed')).toEqual(
      [],
    )
    expect(await subscriptionsAtStripe()).toMatchObject([{ status: 'canceled' }])
    expect(await keptAtStripe()).toBe(0)
  }

  test('is done, or finds no subscription, when a withdrawal comes before one of its calls', async () => {
    await buyFor(name)
    await atEachCall(withdraw, respond, check)
    expect(outcomes).toContain('409 not_subscribed')
  })

  test('is done, or finds no subscription, before each call of a withdrawal', async () => {
    await buyFor(name)
    await atEachCall(respond, withdraw, check)
    expect(outcomes).toContain('200')
  })
})

/** Withdraws with a request that stops before its refund. */
const withdrawHalfway = async () => {
  const { id, refundMinor } = await theOnly()
  world.onStripeRequest = (action) => (action === 'refunds.create' ? 'rejects' : undefined)
  expect(await withdrawAs('ana', { id, refundMinor })).toMatchObject({ status: 502 })
  world.onStripeRequest = () => undefined
}

describe('a request whose own sync finishes a withdrawal', () => {
  const check = async () => {
    expect(await subscriptionsAtStripe()).toMatchObject([{ status: 'canceled' }])
    expect(await keptAtStripe()).toBe(0)
  }

  test('create-checkout opens a page, even if no event has reported the subscription', async () => {
    await buy(world, 'ana', 'monthly')
    const [session] = await sessionsOf(world)
    await world.stripeEmulator.pay(String(session?.id), 'ok')
    await withdrawHalfway()
    const request = await requestOf({ plan: 'annual' })
    expect(await callInMemory(createCheckout, createPage, request, depsOf())).toMatchObject({ status: 200 })
    await check()
  })

  test.each(['cancel-subscription', 'resume-subscription'] as const)(
    '%s finds no subscription',
    async (name) => {
      await buyFor(name)
      await withdrawHalfway()
      expect(await requests[name]()).toMatchObject({
        status: 409,
        body: { error: { code: 'not_subscribed' } },
      })
      await check()
    },
  )
})

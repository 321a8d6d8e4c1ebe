import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { syncCustomer } from '#services/subscriptions/sync-customer.ts'
import { runAtCall } from './at-call.ts'
import { snapshotOf } from './each-failure.ts'
import { customerIdOf, run } from './run-step.ts'
import type { Step } from './step-kinds.ts'
import { withdrawalKit } from './withdrawal-kit.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { buyAndPay, theOnly, withdrawAs, refundsAtStripe, emailsOf, passMinutes } = withdrawalKit(() => world)

const upgrade: Step = { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' }
const refund = (amount?: number): Step => ({ do: 'refund-invoice', nth: 0, amount })

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

const sync = async () => {
  const customerId = String(await customerIdOf(world, 'ana'))
  await syncCustomer({ userId: 'ana', customerId, now: world.clock.now() }, world.deps)
}

/**
 * Runs a request again and again in the present state, each time with something else before another of its calls.
 * `check` then gets the result.
 */
const atEachCall = async <Result>(
  other: () => Promise<void>,
  request: () => Promise<Result>,
  check: (result: Result) => Promise<void>,
): Promise<void> => {
  const restore = await snapshotOf(world)
  for (let after = 0, isInTime = true; isInTime; after += 1) {
    await restore()
    const outcome = await runAtCall(world, { after, run: other }, request)
    isInTime = outcome.isInTime
    try {
      await check(outcome.result)
    } catch (error) {
      throw new Error(`before call ${after}`, { cause: error })
    }
  }
}

describe('withdrawal from a subscription', () => {
  test('refunds each payment once while a sync finishes it', async () => {
    await buyAndPay()
    passMinutes(3 * 24 * 60)
    await run(world, upgrade)
    const { id, refundMinor } = await theOnly()
    await atEachCall(
      sync,
      () => withdrawAs('ana', { id, refundMinor }),
      async (reply) => {
        expect(reply).toEqual({ status: 200, body: { refundMinor } })
        expect(sumOf(await refundsAtStripe())).toBe(refundMinor)
        expect(emailsOf('withdrawal')).toHaveLength(1)
      },
    )
  })

  test('states the refund that is made when staff refund a part in the meantime', async () => {
    await buyAndPay()
    const { id } = await theOnly()
    const withdraw = () => withdrawAs('ana', { id, refundMinor: 5000 })
    const refunds = new Set<number>()
    await atEachCall(
      () => run(world, refund(700)),
      withdraw,
      async () => {
        const { body } = await withdraw()
        if (!('refundMinor' in body)) return expect(body).toMatchObject({ error: { code: 'amount_changed' } })
        refunds.add(body.refundMinor)
        expect(await refundsAtStripe()).toContain(body.refundMinor)
        const [email, ...others] = emailsOf('withdrawal')
        expect(email).toContain(`"amount_minor":{"N":"${body.refundMinor}"}`)
        expect(email).not.toContain('total_minor')
        expect(others).toEqual([])
      },
    )
    expect([...refunds].toSorted()).toEqual([4300, 5000])
  })

  test('is not made when staff refund everything first', async () => {
    await buyAndPay()
    const { id } = await theOnly()
    const outcomes = new Set<string>()
    await atEachCall(
      () => run(world, refund()),
      () => withdrawAs('ana', { id, refundMinor: 5000 }),
      async ({ body }) => {
        outcomes.add('error' in body ? body.error.code : String(body.refundMinor))
      },
    )
    expect(outcomes).toEqual(new Set(['nothing_to_refund', 'payment_provider_error', '5000']))
  })
})

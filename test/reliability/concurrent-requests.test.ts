import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endOf, isUsable, minutesOf } from '#shared/rules/pass.ts'
import { syncCustomer } from '#services/subscriptions/sync-customer.ts'
import { runAtCall } from './at-call.ts'
import { snapshotOf } from './each-failure.ts'
import { customerIdOf, drain, run } from './run-step.ts'
import type { Step } from './step-kinds.ts'
import { bodyOf, withdrawalKit } from './withdrawal-kit.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => {
  // Tests compare minutes. A repetition of a request can take longer on a busy machine.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-04-10T10:00:00Z') })
  return world.restart()
})
afterAll(() => world.close())

const { buyAndPay, payPage, theOnly, purchasesOf, withdrawAs, refundsAtStripe, emailsOf, passMinutes } =
  withdrawalKit(() => world)

const upgrade: Step = { do: 'change-plan', user: 'ana', plan: 'annual', card: 'ok' }
const refund = (amount?: number): Step => ({ do: 'refund-invoice', nth: 0, amount })

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

const sync = async () => {
  const customerId = String(await customerIdOf(world, 'ana'))
  await syncCustomer({ userId: 'ana', customerId, now: world.clock.now() }, world.deps)
}

/**
 * Runs a request repeatedly from the present state, each time with something else before another of its calls. `check`
 * then receives the result.
 */
const atEachCall = async <Result>(
  other: () => Promise<void>,
  request: () => Promise<Result>,
  check: (result: Result) => Promise<void>,
): Promise<void> => {
  const restore = await snapshotOf(world)
  for (let after = 0; ; after += 1) {
    await restore()
    const { result, isInTime } = await runAtCall(world, { after, run: other }, request)
    if (!isInTime) return
    try {
      await check(result)
    } catch (error) {
      throw new Error(`before call ${after}`, { cause: error })
    }
  }
}

/**
 * Returns the number of calls of a withdrawal before which a refund by staff is not deducted from the withdrawal's own
 * refund. It is at least 1, because Stripe accepts no condition for the call that makes the refund.
 */
const overpaidCalls = async (
  byStaff: Parameters<World['stripeEmulator']['refund']>[0],
  body: { readonly id: string; readonly refundMinor: number },
): Promise<number> => {
  let calls = 0
  await atEachCall(
    async () => void world.stripeEmulator.refund(byStaff),
    () => withdrawAs('ana', body),
    async ({ status }) => {
      const [latest, earlier] = await refundsAtStripe()
      if (status === 200 && earlier === byStaff.amount) {
        if (latest === body.refundMinor) calls += 1
        else expect(latest).toBe(body.refundMinor - Number(byStaff.amount))
      }
    },
  )
  return calls
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
        const refundMinor = 'refundMinor' in body ? body.refundMinor : 0
        refunds.add(refundMinor)
        expect(await refundsAtStripe()).toEqual(
          expect.arrayContaining(refundMinor === 0 ? [700] : [refundMinor]),
        )
        const emails = emailsOf('withdrawal')
        expect(emails).toHaveLength(refundMinor === 0 ? 0 : 1)
        expect(emails.join('')).not.toContain('total_minor')
        expect(emails.every((email) => email.includes(`"amount_minor":{"N":"${refundMinor}"}`))).toBe(true)
      },
    )
    expect([...refunds].toSorted((a, b) => a - b)).toEqual([0, 4300, 5000])
  })

  test('deducts what staff refund of a partly used month in the meantime', async () => {
    await buyAndPay()
    passMinutes(10 * 24 * 60)
    const { id, refundMinor } = await theOnly()
    expect(refundMinor).toBeLessThan(3500)
    const invoice = String((await world.stripe.invoices.list({ limit: 1 })).data[0]?.id)
    expect(await overpaidCalls({ invoice, amount: 700 }, { id, refundMinor })).toBe(1)
  })

  test('keeps what the buyer owes when staff refund the first of two payments in the meantime', async () => {
    await buyAndPay()
    passMinutes(5 * 24 * 60)
    await run(world, upgrade)
    passMinutes(2 * 24 * 60)
    const { id, refundMinor } = await theOnly()
    const returned = new Set<number>()
    await atEachCall(
      () => run(world, { do: 'refund-invoice', nth: 1, amount: undefined }),
      () => withdrawAs('ana', { id, refundMinor }),
      async ({ status }) => {
        const refunds = await refundsAtStripe()
        const areStaffFirst = refunds.at(-1) === 5000
        if (status === 200 && areStaffFirst) returned.add(sumOf(refunds))
      },
    )
    expect(returned).toEqual(new Set([refundMinor]))
  })

  test('refunds nothing when staff refund everything first', async () => {
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
    expect(outcomes).toEqual(new Set(['amount_changed', '0', 'payment_provider_error', '5000']))
  })
})

describe('withdrawal from a pass of which ten of 30 minutes are used', () => {
  const buyAndStart = async () => {
    await buyAndPay('one-time')
    await run(world, { do: 'start', user: 'ana' })
    passMinutes(10)
  }
  /** Lists the minutes of the usable passes, which are left or have not started. */
  const minutesLeft = async () => {
    const now = world.clock.now()
    const passes = (await world.deps.passes.listByUser('ana')) ?? []
    return passes
      .filter(({ pass }) => isUsable(pass, now))
      .map(({ pass }) =>
        pass.startedAt === undefined
          ? minutesOf(pass)
          : Math.round((endOf(pass).getTime() - now.getTime()) / 60_000),
      )
  }

  test('takes no minutes of a purchase that is paid in the meantime', async () => {
    await buyAndStart()
    await run(world, { do: 'buy', user: 'ana', plan: 'one-time' })
    const { id, refundMinor } = await theOnly()
    const outcomes = new Set<string>()
    await atEachCall(
      async () => void (await payPage()),
      () => withdrawAs('ana', { id, refundMinor }),
      async ({ status }) => {
        await drain(world)
        outcomes.add(JSON.stringify({ status, left: await minutesLeft(), refunds: await refundsAtStripe() }))
      },
    )
    expect(outcomes).toEqual(
      new Set([
        JSON.stringify({ status: 409, left: [50], refunds: [] }),
        JSON.stringify({ status: 200, left: [30], refunds: [refundMinor] }),
      ]),
    )
  })

  test('deducts what staff refund in the meantime', async () => {
    await buyAndStart()
    const { id, refundMinor } = await theOnly()
    expect(await overpaidCalls({ session: id, amount: 700 }, { id, refundMinor })).toBe(1)
  })

  test('allows a withdrawal from the other purchase if staff have refunded what was due in the meantime', async () => {
    await buyAndPay('one-time')
    await buyAndStart()
    passMinutes(35)
    const [first, second] = await purchasesOf()
    if (first === undefined || second === undefined) throw new Error('There are not two purchases')
    const outcomes = new Set<string>()
    await atEachCall(
      async () => void world.stripeEmulator.refund({ session: first.id, amount: 2500 }),
      () => withdrawAs('ana', bodyOf(first)),
      async (one) => {
        const other = await withdrawAs('ana', bodyOf(second))
        outcomes.add(
          [one, other].map(({ body }) => ('error' in body ? body.error.code : 'refunded')).join(', '),
        )
      },
    )
    expect(outcomes).toEqual(new Set(['nothing_to_refund, refunded', 'refunded, nothing_to_refund']))
  })

  test('refunds them once when the other purchase of the pass is withdrawn from in the meantime', async () => {
    await buyAndPay('one-time')
    await buyAndStart()
    const [first, second] = (await purchasesOf()).map(bodyOf)
    const refunds = new Set<number>()
    await atEachCall(
      async () => void (await withdrawAs('ana', first ?? {})),
      () => withdrawAs('ana', second ?? {}),
      async () => {
        refunds.add(sumOf(await refundsAtStripe()))
      },
    )
    expect([...refunds]).toEqual([5000])
  })
})

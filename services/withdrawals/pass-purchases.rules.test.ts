import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listWithdrawablePurchases, withdrawPurchase } from '#shared/contract/withdrawals.ts'
import { isUsable } from '#shared/rules/pass.ts'
import { apiError as platformError } from '#platform/api-error.ts'
import { hashOf } from '#platform/crypto.ts'
import { Stripe } from '#platform/stripe.ts'
import { applyPayment } from '#services/passes/apply-payment.ts'
import { guestKeysFrom } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { recordSessionEvent } from '#services/passes/record-session-event.ts'
import type { PartOutcome, refundRequests } from '#services/payments/stripe/refunds.ts'
import { type RefundFacts, reversalFactGateway } from '#services/payments/stripe/reversal-facts.ts'
import { unrefundedWithdrawalGateway } from '#services/payments/stripe/unrefunded-withdrawal.ts'
import type { Session } from '#services/payments/stripe/session.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { aPassSession } from '#test/kit/in-memory/session.ts'
import { now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { handle as list } from './list-withdrawable-purchases/handler.ts'
import { handle as withdraw } from './withdraw-purchase/handler.ts'

const facts: RefundFacts = {
  customerId: null,
  guestEmail: 'guest@people.example',
  payerEmail: 'guest@people.example',
  what: 'pass',
  paidFor: 'pass',
  status: 'refunded',
  amountMinor: 5000,
  totalMinor: 5000,
  transferMinor: 0,
  currency: 'gbp',
  paymentMinor: 5000,
  paidAt: now.toISOString(),
  number: 'A-1',
  purpose: 'withdrawal:cs_test_1',
}
beforeEach(() => {
  vi.spyOn(reversalFactGateway, 'findRefund').mockResolvedValue(facts)
  vi.spyOn(unrefundedWithdrawalGateway, 'findUnrefundedWithdrawal').mockResolvedValue(undefined)
})

type Refunds = Awaited<ReturnType<typeof refundRequests.findWithdrawalRefunds>>

interface Facts {
  /** Changes of the session at Stripe since the sale. */
  readonly session?: Partial<Session>
  /** False if Stripe no longer finds the session, before or after a refund. */
  readonly isFound?: boolean
  readonly isFoundAfterRefund?: boolean
  readonly refunds?: Partial<Refunds>
  readonly outcome?: PartOutcome
  /** True if Stripe rejects a refund. */
  readonly isRejected?: boolean
}

const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const guestKeys = guestKeysFrom(async () => 'a secret')
const rejection = new Stripe.errors.StripeInvalidRequestError({
  type: 'invalid_request_error',
  message: 'rejected',
  statusCode: 400,
})
const sold = aPassSession({
  amountMinor: 5000,
  startRequest: { wording: 'wording', at: now.toISOString() },
})

/** Sells a guest pass for £50.00, and connects the operations with its holder. */
const holder = async ({
  session: changes,
  isFound = true,
  isFoundAfterRefund = isFound,
  refunds,
  outcome,
  isRejected = false,
}: Facts = {}) => {
  const { deps: own, table, world } = await subscriberInMemory()
  const requests: string[] = []
  let atStripe: Refunds = { withdrawnMinor: 0, ownMinor: 0, otherMinor: 0, refundId: undefined, ...refunds }
  let session: Session | undefined = isFound ? { ...sold, ...changes } : undefined
  const deps = {
    ...own,
    guestKeys,
    passes: passRepository(table),
    stripe: {
      ...own.stripe,
      findSession: async () => session,
      findWithdrawalRefunds: async () => atStripe,
      refundPart: async (
        intent: string,
        { amountMinor, purpose }: Parameters<typeof refundRequests.refundPart>[1],
      ): Promise<PartOutcome> => {
        requests.push(`refund ${amountMinor} of ${intent} for ${purpose}`)
        if (isRejected) throw platformError('payment_provider_error', { cause: rejection })
        if (outcome) return outcome
        atStripe = { ...atStripe, withdrawnMinor: amountMinor, ownMinor: amountMinor, refundId: 're_1' }
        session = isFoundAfterRefund ? { ...sold, ...changes, reversal: 'refunded' } : undefined
        return { state: 'refunded', amountMinor }
      },
    },
  }
  await applyPayment(sold, deps, now)
  const key = await guestKeys.keyOf(sold.id)
  const find = () => deps.passes.findByKeyHash(hashOf(key))
  const emails = () =>
    world.database.all().filter(({ cause }) => /^(?:withdrawal|refund-failed):/.test(String(cause?.['S'])))
  return {
    requests,
    start: () => recordSessionEvent({ event: 'started', now, find }, deps),
    isUsable: async () => {
      const stored = await find()
      return stored !== undefined && isUsable(stored.pass, now)
    },
    emails: () => emails().length,
    /** Lists, for each email, true if it is marked as sent to a guest. */
    guestMarks: () => emails().map((email) => email['for_guest']?.['BOOL']),
    list: async (at = now) => {
      const request = { body: { guest_key: key }, now: at }
      return (await callInMemory(listWithdrawablePurchases, list, request, deps)).body
    },
    withdraw: (refundMinor = 5000, at = now) => {
      const body = { id: sold.id, refundMinor, guest_key: key }
      return callInMemory(withdrawPurchase, withdraw, { body, now: at }, deps)
    },
  }
}

const success = { status: 200, body: { refundMinor: 5000 } }
const refund = 'refund 5000 of pi_1 for withdrawal:cs_test_1'

describe('withdrawal from a pass', () => {
  test('refunds it, ends the access and emails the guest', async () => {
    const guest = await holder()
    expect(await guest.withdraw()).toEqual(success)
    expect(guest.requests).toEqual([refund])
    expect(await guest.isUsable()).toBe(false)
    expect(guest.emails()).toBe(1)
    expect(guest.guestMarks()).toEqual([true])
    expect(await guest.list()).toEqual({ data: [], byEmail: [], withdrawn: [sold.id] })
  })

  test('returns the same response when it is repeated, without another refund', async () => {
    const guest = await holder()
    await guest.withdraw()
    expect(await guest.withdraw(4000)).toEqual(success)
    expect(guest.requests).toEqual([refund])
  })

  test.each([3000, 3167, 3334, 3500, 3667, 3834])(
    'accepts a refund that was due up to five minutes ago: %i pence after twelve minutes',
    async (amount) => {
      const guest = await holder()
      await guest.start()
      const at = minutesLater(12)
      expect(await guest.list(at)).toMatchObject({ data: [{ refundMinor: 3000, minutesLeft: 0 }] })
      expect(await guest.withdraw(amount, at)).toEqual({ status: 200, body: { refundMinor: amount } })
    },
  )

  test('accepts no refund that was due six minutes ago, and none that was never due', async () => {
    const guest = await holder()
    await guest.start()
    // After six minutes, £40.00 were due.
    for (const amount of [2999, 3001, 3835, 4000])
      expect(await guest.withdraw(amount, minutesLater(12))).toMatchObject({
        body: { error: { code: 'amount_changed' } },
      })
    expect(guest.requests).toEqual([])
  })

  test('accepts no refund that was due before staff refunded a part', async () => {
    const guest = await holder({ refunds: { otherMinor: 700 } })
    await guest.start()
    const at = minutesLater(12)
    expect(await guest.list(at)).toMatchObject({ data: [{ refundMinor: 2300 }] })
    // £30.00 were due without the refund. With it, £31.34 were due five minutes ago.
    expect(await guest.withdraw(3000, at)).toMatchObject({ body: { error: { code: 'amount_changed' } } })
    expect(guest.requests).toEqual([])
    expect(await guest.withdraw(3134, at)).toMatchObject({ status: 200 })
  })

  test.each([
    [0, undefined],
    [700, 'This purchase has been refunded already.'],
  ])(
    'says why nothing is left of a pass whose time is over and of which %i pence are refunded',
    async (otherMinor, message) => {
      const guest = await holder({ refunds: { otherMinor } })
      await guest.start()
      expect(await guest.withdraw(5000, minutesLater(31))).toMatchObject(
        apiError('nothing_to_refund', message),
      )
    },
  )

  test('is offered each time the purchases are listed, which changes nothing', async () => {
    const guest = await holder()
    const first = await guest.list()
    expect(first).toMatchObject({ data: [{ refundMinor: 5000 }] })
    expect(await guest.list()).toEqual(first)
    expect(guest.requests).toEqual([])
    expect(await guest.isUsable()).toBe(true)
  })

  test('is possible for the amount that is due now', async () => {
    const guest = await holder()
    await guest.start()
    expect(await guest.withdraw(3000, minutesLater(12))).toMatchObject({ status: 200 })
  })

  const byEmail = {
    id: sold.id,
    plan: 'one-time',
    boughtAt: now.toISOString(),
    lastDay: '2027-03-15',
    reason: 'disputed',
  }
  test.each([
    ['disputed', [byEmail]],
    ['dispute_lost', []],
  ] as const)(
    'is rejected while its payment is %s, and possible by email until the bank decides',
    async (reversal, listed) => {
      const guest = await holder({ session: { reversal } })
      expect(await guest.list()).toEqual({ data: [], byEmail: listed, withdrawn: [] })
      expect(await guest.withdraw()).toMatchObject({ body: { error: { code: 'payment_disputed' } } })
      expect(guest.requests).toEqual([])
    },
  )

  test.each<[string, Facts]>([
    ['staff have refunded', { session: { reversal: 'refunded' }, refunds: { otherMinor: 5000 } }],
    ['was free', { session: { paymentIntentId: null } }],
    ['Stripe does not find', { isFound: false }],
  ])('is not possible from one that %s', async (_name, given) => {
    const guest = await holder(given)
    expect(await guest.list()).toEqual({ data: [], byEmail: [], withdrawn: [] })
    expect(await guest.withdraw()).toMatchObject(apiError('not_found'))
    expect(guest.requests).toEqual([])
  })

  test('is rejected after 14 days', async () => {
    const guest = await holder()
    const later = (days: number) => guest.withdraw(5000, minutesLater(days * 24 * 60))
    expect(await later(15)).toMatchObject(apiError('withdrawal_period_over'))
    expect(await later(16)).toMatchObject(apiError('not_found'))
    expect(guest.requests).toEqual([])
    expect(await later(14)).toEqual(success)
  })

  test.each<[PartOutcome, string]>([
    [{ state: 'disputed' }, 'payment_disputed'],
    [{ state: 'refunded', amountMinor: 0 }, 'nothing_to_refund'],
    [{ state: 'failed' }, 'refund_failed'],
  ])('fails if the outcome of the refund is %j', async (outcome, code) => {
    const guest = await holder({ outcome })
    expect(await guest.withdraw()).toMatchObject({ body: { error: { code } } })
    expect(await guest.isUsable()).toBe(true)
    expect(guest.emails()).toBe(0)
  })

  test('is finished and acknowledged by a repeated request after its refund failed, without another refund', async () => {
    const guest = await holder({
      session: { reversal: 'refunded' },
      refunds: { failedRefundId: 're_failed' },
      outcome: { state: 'failed' },
    })
    expect(await guest.list()).toEqual({ data: [], byEmail: [], withdrawn: [sold.id] })
    expect(await guest.withdraw(1)).toMatchObject({ body: { error: { code: 'refund_failed' } } })
    expect(await guest.isUsable()).toBe(false)
    expect(guest.emails()).toBe(1)
  })

  test.each<[string, Facts]>([
    ['first request', {}],
    ['repeated request', { refunds: { failedRefundId: 're_failed' } }],
  ])('can be tried again after Stripe has rejected the refund of a %s', async (_which, given) => {
    const guest = await holder({ ...given, isRejected: true })
    for (let times = 0; times < 2; times += 1)
      expect(await guest.withdraw()).toMatchObject(apiError('payment_provider_error'))
    expect(await guest.isUsable()).toBe(true)
  })

  test('leaves the end of the access to the events if Stripe does not find the session afterwards', async () => {
    const guest = await holder({ isFoundAfterRefund: false })
    expect(await guest.withdraw()).toEqual(success)
    expect(await guest.isUsable()).toBe(true)
  })

  test('sends no email to a guest whose address is unknown', async () => {
    vi.mocked(reversalFactGateway.findRefund).mockResolvedValue({ ...facts, guestEmail: null })
    const guest = await holder()
    expect(await guest.withdraw()).toEqual(success)
    expect(guest.emails()).toBe(0)
  })
})

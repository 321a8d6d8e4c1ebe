import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { countMetrics } from '#platform/metric.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { emailFactGateway } from '#services/payments/stripe/email-facts.ts'
import { type RefundFacts, reversalFactGateway } from '#services/payments/stripe/reversal-facts.ts'
import { unrefundedWithdrawalGateway } from '#services/payments/stripe/unrefunded-withdrawal.ts'
import { now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { emailAboutEvent } from './email-about-event.ts'
import type { MoneyEvent } from './money-event.ts'

vi.mock('#platform/metric.ts', () => ({ countMetrics: vi.fn<typeof countMetrics>() }))
beforeEach(() => {
  vi.mocked(countMetrics).mockClear()
})

const payer = { customerId: 'cus_1', guestEmail: null, payerEmail: 'payer@people.example' }
const refund: RefundFacts = {
  ...payer,
  what: 'subscription',
  paidFor: 'subscription',
  status: 'refunded',
  amountMinor: 5000,
  totalMinor: 5000,
  transferMinor: 0,
  currency: 'gbp',
  paymentMinor: 5000,
  paidAt: now.toISOString(),
  number: 'A-1',
  purpose: undefined,
}
const receipt = {
  ...payer,
  plan: 'monthly',
  amountMinor: 5000,
  creditMinor: 0,
  currency: 'gbp',
  paidAt: now.toISOString(),
  number: 'A-1',
  url: null,
  order: undefined,
} as const
const end = {
  ...payer,
  plan: 'monthly',
  reason: 'us',
  endedAt: now.toISOString(),
  due: undefined,
} as const
const transfer = {
  ...payer,
  subscriptionId: 'sub_1',
  transferMinor: 5000,
  currency: 'gbp',
  paymentMinor: 5000,
  paidAt: now.toISOString(),
  number: 'A-1',
}

const created: MoneyEvent = { type: 'refund.created', objectId: 're_1' }
const paid: MoneyEvent = { type: 'invoice.paid', objectId: 'in_1' }
const ended: MoneyEvent = { type: 'customer.subscription.deleted', objectId: 'sub_1' }

interface Facts {
  readonly hasAccount?: boolean
  /** True if the deletion of the account has started. */
  readonly isBeingDeleted?: boolean
  /** True if the reconciliation has sent the email about the event. */
  readonly isEmailed?: boolean
  /** The ids of the events that report the same. */
  readonly eventIds?: readonly string[]
}

/** Sends the email about an event, and returns the addresses that get one and whether it is marked as a guest's. */
const emailed = async (
  event: MoneyEvent,
  { hasAccount = true, isBeingDeleted = false, isEmailed = false, eventIds = ['evt_1'] }: Facts = {},
) => {
  const { deps: own, table, caller, world } = await subscriberInMemory()
  const [customers, passes] = [customerRepository(table), passRepository(table)]
  if (hasAccount) await customers.link(caller.userId, 'cus_1')
  if (isBeingDeleted) await table.transact(put(keys.deletion(caller.userId), { entity: 'deletion' }))
  if (isEmailed) await own.events.recordEmailed({ eventId: 'evt_1', type: event.type }, now)
  for (const eventId of eventIds)
    await emailAboutEvent({ ...event, eventId }, { ...own, customers, passes }, now)
  return world.database
    .all()
    .filter(({ entity }) => entity?.['S'] === 'email')
    .map((item) => ({
      to: item['to']?.['S'] === caller.profile.email ? 'account' : item['to']?.['S'],
      isGuest: item['for_guest']?.['BOOL'] ?? false,
    }))
}

const recipients = async (...of: Parameters<typeof emailed>) => (await emailed(...of)).map(({ to }) => to)

beforeEach(() => {
  vi.spyOn(reversalFactGateway, 'findRefund').mockResolvedValue(refund)
  vi.spyOn(emailFactGateway, 'findPaidInvoice').mockResolvedValue(receipt)
  vi.spyOn(emailFactGateway, 'findEndedSubscription').mockResolvedValue(end)
  vi.spyOn(unrefundedWithdrawalGateway, 'findUnrefundedWithdrawal').mockResolvedValue(transfer)
})

describe('the email about an event', () => {
  test('is sent to the address of the account', async () => {
    for (const event of [created, paid, ended])
      expect(await emailed(event)).toEqual([{ to: 'account', isGuest: false }])
  })

  test('is sent to the address at Stripe without an account, but only about refunds and disputes', async () => {
    expect(await recipients(created, { hasAccount: false })).toEqual(['payer@people.example'])
    for (const event of [paid, ended]) expect(await recipients(event, { hasAccount: false })).toEqual([])
  })

  test('is sent to a guest', async () => {
    const guest = { ...receipt, customerId: null, guestEmail: 'guest@people.example' }
    vi.mocked(emailFactGateway.findPaidInvoice).mockResolvedValue(guest)
    expect(await emailed(paid)).toEqual([{ to: 'guest@people.example', isGuest: true }])
  })

  test('is not sent if Stripe has no address', async () => {
    vi.mocked(reversalFactGateway.findRefund).mockResolvedValue({ ...refund, payerEmail: null })
    expect(await recipients(created, { hasAccount: false })).toEqual([])
  })

  test('is not sent again to a payer whose account was deleted after the reconciliation sent it', async () => {
    expect(await recipients(created, { hasAccount: false, isEmailed: true })).toEqual([])
  })

  test('is queued for an account, because the outbox prevents a second one', async () => {
    expect(await recipients(created, { isEmailed: true })).toEqual(['account'])
  })
})

describe('the email about the end of a subscription', () => {
  test('is not sent while the account is being deleted: the email about the deletion says so', async () => {
    expect(await recipients(ended, { isBeingDeleted: true })).toEqual([])
  })

  test('is sent while the account is being deleted if it confirms a withdrawal', async () => {
    vi.mocked(emailFactGateway.findEndedSubscription).mockResolvedValue(undefined)
    expect(await recipients(ended, { isBeingDeleted: true })).toEqual(['account'])
  })

  test('leaves the other emails to an account that is being deleted', async () => {
    for (const event of [created, paid])
      expect(await recipients(event, { isBeingDeleted: true })).toEqual(['account'])
  })
})

describe('a refund that fails', () => {
  const failed: MoneyEvent = { type: 'refund.failed', objectId: 're_1' }

  test('raises an alarm, and is emailed', async () => {
    vi.mocked(reversalFactGateway.findRefund).mockResolvedValue({ ...refund, status: 'failed' })
    expect(await recipients(failed)).toEqual(['account'])
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ RefundsFailed: 1 })
  })

  test('raises an alarm without an email if it is cancelled', async () => {
    vi.mocked(reversalFactGateway.findRefund).mockResolvedValue({ ...refund, status: 'cancelled' })
    expect(await recipients({ ...failed, type: 'refund.updated' })).toEqual([])
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ RefundsFailed: 1 })
  })

  test('raises one alarm if an event is repeated because its processing failed later', async () => {
    vi.mocked(reversalFactGateway.findRefund).mockResolvedValue({ ...refund, status: 'failed' })
    expect(await recipients(failed, { eventIds: ['evt_1', 'evt_1'] })).toEqual(['account'])
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ RefundsFailed: 1 })
  })

  test('raises one alarm if several events report that it was cancelled', async () => {
    vi.mocked(reversalFactGateway.findRefund).mockResolvedValue({ ...refund, status: 'cancelled' })
    await recipients(created, { eventIds: ['evt_1', 'evt_2'] })
    expect(countMetrics).toHaveBeenCalledExactlyOnceWith({ RefundsFailed: 1 })
  })

  test('raises no alarm if it succeeds, or is unknown', async () => {
    await recipients(created)
    vi.mocked(reversalFactGateway.findRefund).mockResolvedValue(undefined)
    expect(await recipients(failed)).toEqual([])
    expect(countMetrics).not.toHaveBeenCalled()
  })
})

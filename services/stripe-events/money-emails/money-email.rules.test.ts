import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addPurchase, endOf } from '#shared/rules/pass.ts'
import { disputeGateway } from '#services/payments/stripe/dispute-effect.ts'
import { emailFactGateway } from '#services/payments/stripe/email-facts.ts'
import {
  type DisputeFacts,
  type RefundFacts,
  reversalFactGateway,
} from '#services/payments/stripe/reversal-facts.ts'
import { returnedCreditGateway } from '#services/payments/stripe/returned-credit.ts'
import { passKinds, type Session } from '#services/payments/stripe/session.ts'
import { unrefundedWithdrawalGateway } from '#services/payments/stripe/unrefunded-withdrawal.ts'
import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { aPassSession } from '#test/kit/in-memory/session.ts'
import { now } from '#test/kit/in-memory/subscriber.ts'
import { moneyEmailOf } from './money-email.ts'
import { moneyEventOf, moneyEventTypes, toMoneyEvent } from './money-event.ts'

const recipient = { name: 'Nadia Oyelaran', siteUrl: 'https://site.example' }
const passes = passRepository(inMemory({ now }).table)
const deps = { stripe: stripeGateway, passes, siteUrl: recipient.siteUrl }
const find = (type: (typeof moneyEventTypes)[number], session?: Session) =>
  moneyEmailOf(
    { type, objectId: 'x_1' },
    { ...deps, stripe: { ...stripeGateway, findSession: async () => session } },
    now,
  )
/** Returns the cause and the content of an email. */
const emailOf = async (...of: Parameters<typeof find>) => {
  const email = await find(...of)
  return email && { cause: email.cause, content: email.content(recipient) }
}

const charge = {
  customerId: 'cus_1',
  guestEmail: null,
  payerEmail: null,
  amountMinor: 5000,
  currency: 'gbp',
  paymentMinor: 5000,
  paidAt: '2027-03-01T10:00:00.000Z',
  number: 'A-1',
}
const refund: RefundFacts = {
  ...charge,
  what: 'subscription',
  paidFor: 'subscription',
  status: 'refunded',
  totalMinor: 5000,
  transferMinor: 0,
  purpose: undefined,
}
const dispute: DisputeFacts = { ...charge, what: 'subscription', status: 'opened', paymentIntentId: 'pi_1' }

beforeEach(() => {
  vi.spyOn(emailFactGateway, 'findPaidInvoice').mockResolvedValue(undefined)
  vi.spyOn(emailFactGateway, 'findFailedPayment').mockResolvedValue(undefined)
  vi.spyOn(emailFactGateway, 'findEndedSubscription').mockResolvedValue(undefined)
  vi.spyOn(unrefundedWithdrawalGateway, 'findUnrefundedWithdrawal').mockResolvedValue(undefined)
  vi.spyOn(reversalFactGateway, 'findRefund').mockResolvedValue(refund)
  vi.spyOn(reversalFactGateway, 'findDispute').mockResolvedValue(dispute)
  vi.spyOn(disputeGateway, 'findDisputeEffect').mockResolvedValue({ effect: 'suspended', endsAt: undefined })
})

test.each(moneyEventTypes)('the event %s has no email if its object calls for none', async (type) => {
  vi.mocked(reversalFactGateway.findRefund).mockResolvedValue(undefined)
  vi.mocked(reversalFactGateway.findDispute).mockResolvedValue(undefined)
  expect(await find(type)).toBeUndefined()
})

describe('the email about a failed payment', () => {
  const failed = { ...charge, plan: 'monthly', attempts: 2, nextAttemptAt: null, url: null } as const

  test('has a cause for each attempt', async () => {
    vi.mocked(emailFactGateway.findFailedPayment).mockResolvedValue(failed)
    expect(await emailOf('invoice.payment_failed')).toMatchObject({
      cause: 'payment-failed:x_1:2',
      content: { template: 'payment-failed', link: 'https://site.example/profile' },
    })
  })
})

describe('the email about a refund', () => {
  test.each<[RefundFacts['status'], object]>([
    ['refunded', { cause: 'refunded:x_1', content: { template: 'refunded' } }],
    ['failed', { cause: 'refund-failed:x_1', content: { template: 'refund-failed' } }],
    ['cancelled', { cause: 'refund-cancelled:x_1', content: undefined }],
  ])('depends on its status: %s', async (status, email) => {
    vi.mocked(reversalFactGateway.findRefund).mockResolvedValue({ ...refund, status })
    expect(await emailOf('refund.updated')).toMatchObject(email)
  })

  test('is sent about a cancelled refund if the buyer has withdrawn and waits for it', async () => {
    const withdrawn: RefundFacts = { ...refund, status: 'cancelled', purpose: 'withdrawal:sub_1' }
    vi.mocked(reversalFactGateway.findRefund).mockResolvedValue(withdrawn)
    expect(await emailOf('refund.updated')).toMatchObject({
      cause: 'refund-failed:x_1',
      content: { template: 'refund-failed', withdrawn: 'subscription' },
    })
    expect(await find('refund.updated')).toMatchObject({ isCancelledRefund: true })
  })

  test('is not sent while it is pending', async () => {
    vi.mocked(reversalFactGateway.findRefund).mockResolvedValue({ ...refund, status: 'other' })
    expect(await find('refund.created')).toBeUndefined()
  })

  test('acknowledges a withdrawal if the refund is for one', async () => {
    const withdrawn = { ...refund, purpose: 'withdrawal:sub_1' }
    vi.mocked(reversalFactGateway.findRefund).mockResolvedValue(withdrawn)
    expect(await emailOf('refund.created')).toMatchObject({
      cause: 'withdrawal:sub_1',
      content: { template: 'withdrawal' },
    })
  })
})

describe('the email about a dispute', () => {
  test('states its effect on the subscription', async () => {
    expect(await emailOf('charge.dispute.created')).toMatchObject({
      cause: 'dispute:x_1:opened',
      content: { state: 'opened', effect: 'suspended' },
    })
  })

  test('states no effect if Stripe does not determine one', async () => {
    vi.mocked(disputeGateway.findDisputeEffect).mockResolvedValue(undefined)
    expect((await emailOf('charge.dispute.created'))?.content).not.toHaveProperty('effect')
  })

  test('reads no subscription for a pass', async () => {
    vi.mocked(reversalFactGateway.findDispute).mockResolvedValue({ ...dispute, what: 'pass' })
    expect((await emailOf('charge.dispute.created'))?.content).not.toHaveProperty('effect')
    expect(disputeGateway.findDisputeEffect).not.toHaveBeenCalled()
  })

  test('states when a pass expires after its dispute was won', async () => {
    vi.mocked(reversalFactGateway.findDispute).mockResolvedValue({ ...dispute, what: 'pass', status: 'won' })
    vi.spyOn(stripeGateway, 'findSessionByPayment').mockResolvedValue(aPassSession())
    const pass = addPurchase(undefined, 'cs_test_1', now)
    const stored = { holder: { keyHash: 'a' }, firstSessionId: 'cs_test_1', email: null, pass, version: 0 }
    await passes.write({ stored, payment: 'cs_test_1', now })
    const use_by = endOf(pass).toISOString()
    expect((await emailOf('charge.dispute.closed'))?.content).toMatchObject({ state: 'won', use_by })
  })

  test('reads no pass after the won dispute of a subscription', async () => {
    vi.mocked(reversalFactGateway.findDispute).mockResolvedValue({ ...dispute, status: 'won' })
    const findSession = vi.spyOn(stripeGateway, 'findSessionByPayment').mockResolvedValue(undefined)
    findSession.mockClear()
    await emailOf('charge.dispute.closed')
    expect(findSession).not.toHaveBeenCalled()
  })

  test('is not sent about an inquiry, which moves no money', async () => {
    vi.mocked(reversalFactGateway.findDispute).mockResolvedValue({ ...dispute, status: 'other' })
    expect(await find('charge.dispute.created')).toBeUndefined()
  })
})

describe('the email about the failed direct debit of a pass', () => {
  const type = 'checkout.session.async_payment_failed'

  test.each([
    [passKinds.guest, null, 'guest@people.example'],
    [passKinds.account, 'a user', null],
  ])('is sent for a %s', async (kind, userId, guestEmail) => {
    const email = await find(type, aPassSession({ paid: false, kind, userId }))
    expect(email).toMatchObject({ cause: 'pass-payment-failed:x_1', payer: { guestEmail } })
  })

  test.each<[string, Session]>([
    ['is paid', aPassSession()],
    ['is still being processed', aPassSession({ paid: false, isProcessing: true })],
    ['is not a pass', aPassSession({ paid: false, kind: undefined })],
  ])('is not sent for a session that %s', async (_name, session) => {
    expect(await find(type, session)).toBeUndefined()
  })
})

describe('the email about a changed balance', () => {
  const event = { type: 'customer.updated', objectId: 'cus_1', balanceMinor: -3000 } as const

  test('is sent once for each return of credit', async () => {
    const credit = { transactionId: 'cbtxn_1', amountMinor: 2000, currency: 'gbp' }
    vi.spyOn(returnedCreditGateway, 'findReturnedCredit').mockResolvedValue(credit)
    const email = await moneyEmailOf(event, deps, now)
    expect(email).toMatchObject({ cause: 'credit-returned:cbtxn_1', payer: { customerId: 'cus_1' } })
    expect(email?.content(recipient)).toMatchObject({ template: 'credit-returned', amount_minor: 2000 })
  })

  test('is not sent for any other change', async () => {
    vi.spyOn(returnedCreditGateway, 'findReturnedCredit').mockResolvedValue(undefined)
    expect(await moneyEmailOf(event, deps, now)).toBeUndefined()
  })
})

describe('the events about money', () => {
  test('name their object', () => {
    expect(toMoneyEvent('refund.created', { id: 're_1' })).toEqual({
      type: 'refund.created',
      objectId: 're_1',
    })
  })

  test.each<[string, string, object]>([
    ['another type', 'customer.created', { id: 'cus_1' }],
    ['no object', 'refund.created', {}],
    ['an object without a valid id', 'refund.created', { id: 7 }],
  ])('do not include one with %s', (_name, type, object) => {
    expect(toMoneyEvent(type, object)).toBeUndefined()
  })

  test('name the new balance of a customer, and are about nothing else of it', () => {
    const updated = (previous_attributes: object) =>
      moneyEventOf({
        type: 'customer.updated',
        // The fields that are read of a customer.
        data: { object: { object: 'customer', id: 'cus_1', balance: -3000 }, previous_attributes },
      } as Parameters<typeof moneyEventOf>[0])
    const event = { type: 'customer.updated', objectId: 'cus_1', balanceMinor: -3000 }
    expect([updated({ balance: 0 }), updated({ name: 'Nadia' })]).toEqual([event, undefined])
  })
})

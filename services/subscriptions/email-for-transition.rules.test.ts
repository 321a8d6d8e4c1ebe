import { describe, expect, test } from 'vitest'
import { type Entitlement, type LateAccess, noEntitlement } from '#shared/rules/entitlement.ts'
import type { SubscriptionRecord } from '#platform/account/records.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { emailForTransition } from './email-for-transition.ts'

const now = new Date('2027-03-01T10:00:00Z')
const endsAt = '2027-03-20T00:00:00.000Z'
const isSubscribed: Entitlement = {
  ...noEntitlement,
  subscribed: true,
  subscriptionId: 'sub_1',
  status: 'active',
  plan: 'monthly',
  endsAt,
}
const lateAccess: LateAccess = {
  invoiceId: 'in_late',
  plan: 'monthly',
  amountMinor: 5000,
  currency: 'gbp',
  endsAtEpochSeconds: Date.parse(endsAt) / 1000,
  isDisputed: false,
}

const disputed: Partial<Entitlement> = {
  subscribed: false,
  reversal: { reason: 'disputed', amountMinor: 5000 },
}

interface Before extends Partial<SubscriptionRecord> {
  readonly subscribed?: boolean
}

/** Returns the email to a member whose record had these facts, when Stripe reports `after` now. */
const emailAfter = async ({ subscribed = true, ...facts }: Before, after: Partial<Entitlement>) => {
  const account = await inMemory({ now }).account({ plan: 'monthly' })
  if (account.subscription === undefined || account.subscriber === undefined)
    throw new Error('A member has records')
  const own = { stripe_subscription_id: 'sub_1', welcomed: 'sub_1' }
  const before = {
    ...account,
    subscriber: { ...account.subscriber, subscribed },
    subscription: { ...account.subscription, ...own, ...facts },
  }
  return emailForTransition(before, { ...isSubscribed, ...after }, 'https://site.example')
}

describe('the email about a change of a subscription', () => {
  test('says that the renewal of a cancelled one is still being charged, only if it is', async () => {
    expect(await emailAfter({}, { cancelling: true, isRenewing: true })).toMatchObject({ renewal_due: true })
    expect(await emailAfter({}, { cancelling: true })).not.toHaveProperty('renewal_due')
  })

  test.each<[string, Before, Partial<Entitlement>, object]>([
    [
      'welcomes to a new subscription',
      {},
      { subscriptionId: 'sub_2' },
      { template: 'welcome', renews_at: endsAt },
    ],
    [
      'names the end of a cancelled one',
      {},
      { cancelling: true },
      { template: 'cancelled', ends_at: endsAt },
    ],
    [
      'names the plan and the renewal of a resumed one',
      { cancel_at_period_end: true },
      {},
      { template: 'resumed', plan: 'monthly', renews_at: endsAt },
    ],
    [
      'says that a resumed one is not charged during the dispute of an earlier payment',
      { cancel_at_period_end: true },
      { isPaused: true },
      { template: 'resumed', waits_for: 'dispute' },
    ],
    [
      'confirms the cancellation of a disputed one',
      { subscribed: false },
      { ...disputed, cancelling: true },
      { template: 'cancelled', suspended: 'disputed' },
    ],
    [
      'confirms the resumption of a disputed one',
      { subscribed: false, cancel_at_period_end: true },
      disputed,
      { template: 'resumed', waits_for: 'dispute' },
    ],
    [
      'confirms the resumption of one whose payment is due',
      { subscribed: false, cancel_at_period_end: true },
      { subscribed: false, status: 'past_due' },
      { template: 'resumed', waits_for: 'payment' },
    ],
    [
      'says that access returned after a payment',
      { subscribed: false },
      { isPaid: true },
      { template: 'reinstated', reason: 'paid' },
    ],
    [
      'says that access returned after a dispute that was won',
      { subscribed: false, disputed: true },
      { isPaid: true },
      { template: 'reinstated', reason: 'dispute_won' },
    ],
    [
      'says that access returned after a payment while a dispute goes on',
      { subscribed: false, disputed: true, status: 'past_due' },
      { isPaid: true },
      { template: 'reinstated', reason: 'paid' },
    ],
    [
      'names the end of a cancelled one whose access returned',
      { subscribed: false },
      { isPaid: true, cancelling: true },
      { template: 'reinstated', ends_at: endsAt },
    ],
    [
      'gives no reason when access returned without a payment',
      { subscribed: false },
      {},
      { template: 'reinstated', reason: 'other' },
    ],
    [
      'names the end of the period that a late payment bought',
      { subscribed: false },
      { lateAccess },
      { template: 'late-payment', amount_minor: 5000, ends_at: endsAt },
    ],
    [
      'says that access by a late payment returned',
      { subscribed: false, late_invoice_id: 'in_late' },
      { lateAccess },
      { template: 'reinstated', reason: 'paid' },
    ],
  ])('%s', async (_name, before, after, email) => {
    expect(await emailAfter(before, after)).toMatchObject(email)
  })

  test('names no end if the subscription renews, and no dispute if it is charged', async () => {
    expect(await emailAfter({ subscribed: false }, { isPaid: true })).not.toHaveProperty('ends_at')
    expect(await emailAfter({ cancel_at_period_end: true }, {})).not.toHaveProperty('waits_for')
  })

  test('says that the subscription renews again if a lost dispute had set its end', async () => {
    const after = { cancelling: false, endsByLostDispute: true }
    expect(await emailAfter({ cancel_at_period_end: true }, after)).toMatchObject({ template: 'resumed' })
  })

  test.each<[string, Before, Partial<Entitlement>]>([
    ['nothing changed', {}, {}],
    ['its end is not known', {}, { cancelling: true, endsAt: null }],
    ['it was cancelled before', { cancel_at_period_end: true }, { cancelling: true }],
    ['access ended', {}, { subscribed: false }],
    [
      'a lost dispute has ended it: the email about the dispute says so',
      { disputed: true },
      { cancelling: true, endsByLostDispute: true },
    ],
    ['a dispute began', {}, disputed],
    ['access ended before the welcome', { welcomed: null }, { subscribed: false }],
    ['a cancelled one ended', {}, { subscribed: false, cancelling: true }],
    ['the late payment was announced', { late_invoice_id: 'in_late' }, { lateAccess }],
    [
      'an earlier late payment gives the access while a later one is disputed',
      { late_invoice_id: 'in_later' },
      { lateAccess: { ...lateAccess, gaveAccess: true }, isPaused: true },
    ],
    [
      'the record shows another subscription, about which the customer was emailed',
      { stripe_subscription_id: 'sub_0', subscribed: false },
      {},
    ],
    ['there is no subscription', { stripe_subscription_id: null, subscribed: false }, { ...noEntitlement }],
  ])('is not sent when %s', async (_name, before, after) => {
    expect(await emailAfter(before, after)).toBeUndefined()
  })
})

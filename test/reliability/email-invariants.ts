import { expect } from 'vitest'
import type { Stripe } from 'stripe'
import type { EmailContent } from '#shared/contract/email.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { creditUsedOf } from './credit-invariants.ts'
import type { World } from './world.ts'

/** The cause of an email names its object, so each object has at most one email. Returns its content. */
const emailAbout = async ({ table, sentEmails }: World, cause: string): Promise<EmailContent | undefined> =>
  (await table.find(keys.outboxEmail(cause), outboxRecord))?.content ?? sentEmails.get(cause)

/** Returns whether the customer's account was deleted, which also removes its emails. */
const isDeleted = ({ deletedAccounts }: World, customer: string | object | null): boolean =>
  deletedAccounts.some((deleted) => deleted.customer !== undefined && deleted.customer === customer)

/**
 * Returns whether a payment was made before a former owner of the payer's address deleted their account. That is
 * possible if the clock was set back after the deletion, which then also removed the emails to the next owner.
 */
const isBeforeDeletion = (
  { deletedAccounts }: World,
  { customer_email: email, status_transitions: { paid_at: paidAt } }: Stripe.Invoice,
): boolean =>
  deletedAccounts.some(
    ({ emails, at }) => emails.some((one) => one === email) && Number(paidAt) * 1000 <= at.getTime(),
  )

/**
 * Returns whether an email is missing because its event was lost and Stripe no longer listed it when the outage ended.
 * The reconciliation raises an alarm then.
 */
const isUnreadable = ({ unreadable }: World, id: string, email: EmailContent | undefined): boolean =>
  email === undefined && unreadable.has(id)

/** Returns the ids of the subscriptions that were undone, because their customers already had one. */
const duplicatesOf = async ({ stripe }: World): Promise<ReadonlySet<string>> => {
  const { data } = await stripe.subscriptions.list({ status: 'all', limit: 100 })
  return new Set(data.filter(({ metadata }) => metadata['duplicate'] !== undefined).map(({ id }) => id))
}

/**
 * Returns whether an invoice is for an order. The order is confirmed even if the event about its payment is lost,
 * because every way to record a purchase sends the email. A duplicate is not recorded, so only its refund has an email.
 */
const isOrder = (
  { billing_reason: reason, parent }: Stripe.Invoice,
  duplicates: ReadonlySet<string>,
): boolean => {
  const subscription = parent?.subscription_details?.subscription
  const isDuplicate = typeof subscription === 'string' && duplicates.has(subscription)
  return reason === 'manual' || (reason === 'subscription_create' && !isDuplicate)
}

const expectReceipts = async (world: World, invoices: readonly Stripe.Invoice[]) => {
  const duplicates = await duplicatesOf(world)
  for (const invoice of invoices) {
    const credit = creditUsedOf(invoice)
    if (invoice.status !== 'paid' || invoice.amount_paid + credit === 0) continue
    if (isDeleted(world, invoice.customer)) continue
    const email = await emailAbout(world, `receipt:${invoice.id}`)
    if (!isOrder(invoice, duplicates) && isUnreadable(world, invoice.id, email)) continue
    if (email === undefined && isBeforeDeletion(world, invoice)) continue
    expect(email, `receipt of ${invoice.id}`).toMatchObject({
      amount_minor: invoice.amount_paid,
      currency: invoice.currency,
      number: invoice.number,
      ...(credit > 0 && { credit_minor: credit }),
    })
  }
}

const numberOfPayment = (invoices: readonly Stripe.Invoice[], intent: string | object | null) =>
  invoices.find(({ payments }) => payments?.data.some(({ payment }) => payment.payment_intent === intent))
    ?.number

/** The confirmation of a withdrawal is the email about its last refund. It names the sum if there are several. */
const emailOfRefund = ({ id, amount, metadata }: Stripe.Refund) => {
  const purpose = metadata?.['purpose'] ?? ''
  if (!purpose.startsWith('withdrawal:')) return { cause: `refunded:${id}`, sum: undefined }
  const total = Number(metadata?.['total_minor'])
  return { cause: purpose, sum: total === amount ? undefined : total }
}

const expectReversals = async (world: World, invoices: readonly Stripe.Invoice[]) => {
  const { data: charges } = await world.stripe.charges.list({ limit: 100 })
  const { data: refunds } = await world.stripe.refunds.list({ limit: 100 })
  const { data: disputes } = await world.stripe.disputes.list({ limit: 100 })
  const causes = [
    ...refunds.map((refund) => ({ ...refund, ...emailOfRefund(refund) })),
    ...disputes.map((dispute) => ({
      ...dispute,
      sum: undefined,
      cause: `dispute:${dispute.id}:${dispute.status === 'needs_response' ? 'opened' : dispute.status}`,
    })),
  ]
  for (const { id, cause, sum, amount, currency, charge: chargeId } of causes) {
    const charge = charges.find((one) => one.id === chargeId)
    if (charge === undefined || isDeleted(world, charge.customer)) continue
    const email = await emailAbout(world, cause)
    if (isUnreadable(world, id, email)) continue
    expect(email && 'total_minor' in email ? email.total_minor : undefined, cause).toBe(sum)
    expect(email, cause).toMatchObject({
      amount_minor: amount,
      currency,
      payment: {
        amount_minor: charge.amount,
        number: numberOfPayment(invoices, charge.payment_intent) ?? null,
      },
    })
  }
}

const expectFailures = async (world: World, invoices: readonly Stripe.Invoice[]) => {
  for (const { id, amount_due: due, currency, number, attempt_count: attempts } of invoices)
    for (let attempt = 0; attempt <= attempts; attempt += 1) {
      const email = await emailAbout(world, `payment-failed:${id}:${attempt}`)
      if (email !== undefined)
        expect(email, `failure of ${id}`).toMatchObject({ amount_minor: due, currency, number })
    }
  // The latest attempt at a renewal of a past-due subscription has an email.
  const { data } = await world.stripe.subscriptions.list({ status: 'past_due', limit: 100 })
  for (const { customer, latest_invoice: latest } of data) {
    const invoice = invoices.find(({ id }) => id === latest)
    if (invoice?.status !== 'open' || invoice.attempt_count === 0 || isDeleted(world, customer)) continue
    const cause = `payment-failed:${invoice.id}:${invoice.attempt_count}`
    const email = await emailAbout(world, cause)
    if (!isUnreadable(world, invoice.id, email)) expect(email, cause).toBeDefined()
  }
}

const expectEnds = async (world: World, invoices: readonly Stripe.Invoice[]) => {
  const { data } = await world.stripe.subscriptions.list({ status: 'canceled', limit: 100 })
  for (const { id, customer, metadata, latest_invoice: latest } of data) {
    if (metadata['duplicate'] !== undefined || isDeleted(world, customer)) continue
    const email = await emailAbout(world, `ended:${id}`)
    if ((await emailAbout(world, `withdrawal:${id}`)) !== undefined) {
      // Staff may have ended the subscription before the buyer withdrew.
      if (metadata['ended_by_staff'] === undefined) expect(email, `end of withdrawn ${id}`).toBeUndefined()
      continue
    }
    if (isUnreadable(world, id, email)) continue
    expect(email, `end of ${id}`).toMatchObject({ template: 'ended' })
    const due = email?.template === 'ended' ? email.due : null
    const invoice = invoices.find((one) => one.id === latest)
    if (invoice?.status === 'open' && invoice.billing_reason !== 'subscription_update')
      expect(due, `balance of ${id}`).not.toBeNull()
    if (due !== null)
      expect(due, `balance of ${id}`).toMatchObject({
        amount_minor: invoice?.amount_due,
        currency: invoice?.currency,
        number: invoice?.number,
      })
  }
}

/**
 * Each payment, refund, dispute and end of a subscription has its email, which states the amount, the currency and the
 * invoice number at Stripe. Each email about a failed payment does so too. Only an outage of more than 30 days loses
 * emails, and never the confirmation of an order.
 */
export const expectOneTruthfulEmailEach = async (world: World): Promise<void> => {
  const { data: invoices } = await world.stripe.invoices.list({ limit: 100, expand: ['data.payments'] })
  await expectReceipts(world, invoices)
  await expectReversals(world, invoices)
  await expectFailures(world, invoices)
  await expectEnds(world, invoices)
}

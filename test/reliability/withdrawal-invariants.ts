import { expect } from 'vitest'
import type { Stripe } from 'stripe'
import type { World } from './world.ts'

const daySeconds = 24 * 3600
const prefix = 'withdrawal:'

/** Lists the refunds that end a purchase because its buyer withdrew. */
const withdrawals = async ({ stripe }: World): Promise<Stripe.Refund[]> =>
  (await stripe.refunds.list({ limit: 100 })).data.filter(
    ({ metadata, status }) => metadata?.['purpose']?.startsWith(prefix) && status === 'succeeded',
  )

const purchaseOf = ({ metadata }: Stripe.Refund): string => String(metadata?.['purpose']).slice(prefix.length)

const sumOf = (refunds: readonly Stripe.Refund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)

const isForWithdrawalFrom = (id: string, { metadata }: Stripe.Refund): boolean =>
  metadata?.['purpose']?.includes(`${prefix}${id}`) === true

/**
 * Returns the ids of the refunds that were made before a withdrawal was settled. Later refunds do not change its sum.
 */
const refundedBeforeSettled = ({ allEvents }: World, id: string): Set<string> => {
  const settled = allEvents.findIndex(
    ({ data: { object } }) =>
      object.object === 'subscription' && object.id === id && object.metadata['withdrawal'] === 'settled',
  )
  return new Set(
    allEvents
      .slice(0, settled === -1 ? undefined : settled)
      .flatMap(({ data: { object } }) => (object.object === 'refund' ? [object.id] : [])),
  )
}

/**
 * Returns what Stripe refunds for a withdrawal, in pence: the amount due, less what staff refund before the withdrawal
 * is settled, but at least what the withdrawal has refunded already.
 */
const expectedAtStripe = async (
  world: World,
  invoices: readonly Stripe.Invoice[],
  { id, due }: { readonly id: string; readonly due: number },
): Promise<number> => {
  const intents = invoices.flatMap(({ payments }) =>
    (payments?.data ?? []).map(({ payment }) => payment.payment_intent),
  )
  const counted = refundedBeforeSettled(world, id)
  const { data: newestFirst } = await world.stripe.refunds.list({ limit: 100 })
  let expected = due
  let own = 0
  for (const refund of newestFirst.toReversed()) {
    if (!intents.includes(refund.payment_intent ?? '') || refund.status !== 'succeeded') continue
    if (isForWithdrawalFrom(id, refund)) own += refund.amount
    else if (counted.has(refund.id)) expected = Math.max(own, expected - refund.amount)
  }
  return expected
}

const paidInvoices = async ({ stripe }: World, subscription: string): Promise<Stripe.Invoice[]> =>
  (await stripe.invoices.list({ subscription, status: 'paid', limit: 100, expand: ['data.payments'] })).data

/**
 * Lists the paid invoices that a withdrawal covers, newest first. Leaves out later ones, such as the invoice of a
 * change of plan at the same moment, which is refunded in full for a reason of its own.
 */
const withdrawnInvoices = async (
  world: World,
  { id, metadata }: Stripe.Subscription,
): Promise<Stripe.Invoice[]> => {
  const newestFirst = await paidInvoices(world, id)
  const latest = newestFirst.findIndex((invoice) => invoice.id === metadata['withdrawal_invoice'])
  return newestFirst.slice(Math.max(0, latest))
}

/**
 * Returns the time of the request, which decides the refund. The clock may have moved between the request and the end.
 */
const requestedAt = ({ withdrawalRequests }: World, { id }: Stripe.Subscription, endedAt: number): number =>
  withdrawalRequests.get(id) ?? endedAt

/**
 * Returns the expected refund of a subscription, in pence: what was paid, without other refunds and without the days of
 * use. A subscription that was started at Stripe, and not on our page, has no start request, so none of its days count
 * as used. Days after staff have ended it do not count either.
 */
const expectedRefund = async (world: World, subscription: Stripe.Subscription, at: number) => {
  const { id, created, metadata, ended_at: endedAt } = subscription
  const invoices = await withdrawnInvoices(world, subscription)
  const paid = invoices.reduce((sum, { amount_paid: amount }) => sum + amount, 0)
  // The last line, because the invoice of a change of plan begins with the credit for unused time.
  const end = invoices[0]?.lines.data.at(-1)?.period.end ?? 0
  const days = Math.max(1, Math.round((end - created) / daySeconds))
  const usedUntil = metadata['ended_by_staff'] === undefined ? at : Math.min(at, endedAt ?? at)
  // No day is over while the clock is behind the purchase.
  const over = Math.max(0, Math.floor((usedUntil - created) / daySeconds))
  const used = metadata['wording'] === undefined ? 0 : over
  const due = paid - Math.floor((paid * used) / days)
  const transfer = Number(metadata['withdrawal_transfer_minor'])
  return transfer + (await expectedAtStripe(world, invoices, { id, due: due - transfer }))
}

/** Returns what staff were asked to repay of a withdrawn subscription, in pence: once for each invoice. */
const askedOfStaff = async (world: World, subscription: Stripe.Subscription): Promise<number> => {
  const invoices = (await withdrawnInvoices(world, subscription)).map(({ id }) => id)
  const amounts = new Map<string, number>()
  for (const line of world.errors) {
    const { message, invoice, amountMinor } = JSON.parse(line)
    if (message.includes('withdrawn purchase') && invoices.includes(invoice))
      amounts.set(invoice, amountMinor)
  }
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
}

const expectSubscriptionEnded = async (world: World, refund: Stripe.Refund, id: string) => {
  const subscription = await world.stripe.subscriptions.retrieve(id)
  expect(subscription.status, `withdrawn ${id}`).toBe('canceled')
  const at = requestedAt(world, subscription, refund.created)
  expect(at - subscription.created, `age of ${id}`).toBeLessThan(15 * daySeconds)
  const total = Number(refund.metadata?.['total_minor'])
  expect(total, `refund of ${id}`).toBe(await expectedRefund(world, subscription, at))
  const own = (await world.stripe.refunds.list({ limit: 100 })).data.filter(
    (one) => isForWithdrawalFrom(id, one) && one.status === 'succeeded',
  )
  expect(sumOf(own) + (await askedOfStaff(world, subscription)), `returned for ${id}`).toBe(total)
}

/**
 * Expects that staff were asked to repay what was paid outside of Stripe and is due. Stripe refunded nothing, because
 * staff had already refunded the rest.
 */
const expectRepaidByStaff = async (world: World, subscription: Stripe.Subscription) => {
  const { id, status, ended_at: endedAt } = subscription
  expect(status, `withdrawn ${id}`).toBe('canceled')
  const due = await expectedRefund(world, subscription, requestedAt(world, subscription, endedAt ?? 0))
  expect(await askedOfStaff(world, subscription), `asked for ${id}`).toBe(due)
}

/**
 * Expects that a withdrawal within the period ends the subscription and returns what is due, once, through Stripe or
 * staff, and nothing more than was paid. The reversal of a withdrawn pass is checked with all other passes.
 */
export const expectWithdrawalsRefundedOnce = async (world: World): Promise<void> => {
  const refunds = await withdrawals(world)
  const purchases = refunds.map(purchaseOf)
  expect(new Set(purchases).size, 'withdrawals').toBe(purchases.length)
  for (const refund of refunds) {
    const id = purchaseOf(refund)
    if (id.startsWith('sub_')) await expectSubscriptionEnded(world, refund, id)
  }
  const { data: subscriptions } = await world.stripe.subscriptions.list({ status: 'all', limit: 100 })
  for (const subscription of subscriptions)
    if (subscription.metadata['withdrawal'] !== undefined && !purchases.includes(subscription.id))
      await expectRepaidByStaff(world, subscription)
}

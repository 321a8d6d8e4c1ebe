import { Stripe } from 'stripe'
import { expect } from 'vitest'
import { syncCustomer } from '#services/subscriptions/sync-customer.ts'
import { accountOf, attempt } from './steps.ts'
import type { UserName, World } from './world.ts'

/** Lets a second pass. Stripe's times are whole seconds, so a payment and an end in the same second have no order. */
export const passSecond = ({ clock }: World): void => {
  clock.set(new Date(clock.now().getTime() + 1000))
}

/** Pays an open invoice one second later, so that a payment and the end of a subscription never coincide. */
export const payInvoice = async (world: World, nth: number, by: 'card' | 'transfer'): Promise<void> => {
  const { data } = await world.stripe.invoices.list({ status: 'open', limit: 100 })
  const invoice = data[nth % Math.max(1, data.length)]
  if (invoice === undefined) return
  passSecond(world)
  try {
    if (by === 'card') world.stripeEmulator.payInvoice(invoice.id, 'ok')
    else await world.stripe.invoices.pay(invoice.id, { paid_out_of_band: true })
  } catch {
    // For example, a direct debit of the invoice is pending.
  }
}

/** Gives a customer credit at Stripe, as staff can in its dashboard. */
export const giveCredit = async ({ stripe }: World, customer: string, amount: number): Promise<void> => {
  try {
    await stripe.customers.createBalanceTransaction(customer, { amount: 0 - amount, currency: 'gbp' })
  } catch (error) {
    // The customer is deleted.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

/** Disputes the payment of a paid invoice, or closes its dispute. */
export const disputeInvoice = async (
  world: World,
  nth: number,
  outcome: 'open' | 'won' | 'lost',
): Promise<void> => {
  const { data } = await world.stripe.invoices.list({ status: 'paid', limit: 100 })
  const invoice = data[nth % Math.max(1, data.length)]
  try {
    if (invoice !== undefined) world.stripeEmulator.dispute({ invoice: invoice.id, outcome })
  } catch {
    // For example, it was paid by bank transfer, or its dispute is closed.
  }
}

/** Refunds a paid invoice, in part if an amount in pence is given. */
export const refundInvoice = async (world: World, nth: number, amount: number | undefined): Promise<void> => {
  const { data } = await world.stripe.invoices.list({ status: 'paid', limit: 100 })
  const invoice = data[nth % Math.max(1, data.length)]
  try {
    if (invoice !== undefined) world.stripeEmulator.refund({ invoice: invoice.id, amount })
  } catch {
    // For example, it is refunded already.
  }
}

/**
 * Syncs a user slowly: another step and a whole other sync run between its read of Stripe and its write. Whichever sync
 * writes last, the record must then be what Stripe reports.
 */
export const overlap = async (world: World, user: UserName, runInner: () => Promise<void>): Promise<void> => {
  const { deps, clock } = world
  const { user_id: userId, stripe_customer_id: customerId } = (await accountOf(world, user)).profile
  if (customerId === undefined) return
  const syncNow = () => syncCustomer({ userId, customerId, now: clock.now() }, deps)
  let isOvertaken = false
  const listSubscriptions = async (id: string) => {
    const subscriptions = await deps.stripe.listSubscriptions(id)
    if (!isOvertaken) {
      isOvertaken = true
      await attempt(runInner)
      await syncNow()
    }
    return subscriptions
  }
  const slow = { ...deps, stripe: { ...deps.stripe, listSubscriptions } }
  await syncCustomer({ userId, customerId, now: clock.now() }, slow)
  const recorded = await subscriptionOf(world, userId)
  await syncNow()
  expect(await subscriptionOf(world, userId), `record of ${user} after two concurrent syncs`).toEqual(
    recorded,
  )
}

/** Returns our record of a subscription, without the number of syncs that found nothing to change. */
const subscriptionOf = async ({ deps }: World, userId: string) => {
  const account = await deps.subscriptions.find(userId)
  const { checks: _checks, ...subscription } = account?.subscription ?? {}
  return { subscriber: account?.subscriber, subscription }
}

/**
 * Runs a step during which Stripe fails after some requests, so that it can fail between any two calls of a
 * compensation.
 */
export const withFailingStripe = async (
  world: World,
  requests: number,
  runInner: () => Promise<void>,
): Promise<void> => {
  world.stripeRequestsLeft = requests
  // Requests that the step itself makes to Stripe fail too. Requests of our code end in an API error.
  await attempt(runInner).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
  })
  world.stripeRequestsLeft = Infinity
}

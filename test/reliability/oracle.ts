import type { Stripe } from 'stripe'
import type { World } from './world.ts'

/** Has the money of a charge gone back, or may it still? Told by the charge and its disputes alone. */
const isGone = async ({ stripe }: World, chargeId: string): Promise<boolean> => {
  const charge = await stripe.charges.retrieve(chargeId)
  if (charge.refunded) return true
  if (!charge.disputed) return false
  const { data } = await stripe.disputes.list({ charge: chargeId })
  return data.some(({ status }) => status !== 'won')
}

const chargesOf = async (
  { stripe }: World,
  subscription: Stripe.Subscription,
): Promise<(string | Stripe.Charge)[]> => {
  const latest = subscription.latest_invoice
  if (typeof latest !== 'string') return []
  const invoice = await stripe.invoices.retrieve(latest, { expand: ['payments'] })
  const charges: (string | Stripe.Charge)[] = []
  for (const { payment } of invoice.payments?.data ?? []) {
    if (typeof payment.payment_intent !== 'string') continue
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment.payment_intent)
    if (charge !== null) charges.push(charge)
  }
  return charges
}

/** The subscriptions of a customer that are active, as Stripe holds them. */
export const activeOf = async ({ stripe }: World, customer: string | undefined) =>
  customer === undefined ? [] : (await stripe.subscriptions.list({ customer, status: 'active' })).data

/** May the customer come in? Read off Stripe, past all that our own code makes of it. */
export const mayEnter = async (world: World, customer: string | undefined): Promise<boolean> => {
  const now = world.clock.now().getTime() / 1000
  for (const subscription of await activeOf(world, customer)) {
    if (subscription.cancel_at !== null && subscription.cancel_at <= now) continue
    const gone = await Promise.all(
      (await chargesOf(world, subscription)).map((charge) =>
        isGone(world, typeof charge === 'string' ? charge : charge.id),
      ),
    )
    if (!gone.includes(true)) return true
  }
  return false
}

/** Has anything of this customer's ever been paid? */
export const everPaid = async ({ stripe }: World, customer: string | undefined): Promise<boolean> =>
  customer !== undefined &&
  (await stripe.invoices.list({ customer, status: 'paid', limit: 1 })).data.length > 0

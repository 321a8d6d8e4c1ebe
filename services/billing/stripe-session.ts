import type { Stripe } from '../platform/stripe.ts'

/** What our code writes on the Checkout Session of a pass: that of a person, or of whoever has the key. */
export const passKinds = { person: 'pass', guest: 'guest-pass' } as const

/** Where the money of a payment is: with us, gone back in full, or disputed, openly or for good. */
export type Money = 'taken' | 'returned' | 'disputed' | 'lost'

/** A Checkout Session, reduced to what decides about it. */
export interface Session {
  readonly id: string
  readonly mode: 'subscription' | 'payment'
  readonly isOpen: boolean
  readonly isComplete: boolean
  readonly paid: boolean
  /** Complete without its money, which may still come: a direct debit takes days. */
  readonly isUnderWay: boolean
  readonly money: Money
  readonly amountMinor: number
  readonly userId: string | null
  readonly customerId: string | null
  readonly subscriptionId: string | null
  /** The buyer's address, as the payment page knew it. */
  readonly email: string | null
  readonly url: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  /** What our own code wrote on it when it was made. */
  readonly kind: string | undefined
  /** The guest pass that is to be extended, by the session that first paid for it. */
  readonly extends: string | undefined
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** A debit that the bank refuses leaves its session complete for ever: only the payment says that it failed. */
const isUnderWay = ({ status, payment_status, payment_intent: intent }: Stripe.Checkout.Session): boolean => {
  const isRefused =
    typeof intent === 'object' &&
    intent !== null &&
    ['requires_payment_method', 'canceled'].includes(intent.status)
  return status === 'complete' && payment_status === 'unpaid' && !isRefused
}

const chargeOf = (intent: Stripe.Checkout.Session['payment_intent']): Stripe.Charge | undefined => {
  if (intent === null || typeof intent === 'string') return undefined
  const charge = intent.latest_charge
  return charge === null || typeof charge === 'string' ? undefined : charge
}

/** A charge stays `disputed` for ever: only the disputes themselves say whether one was won. */
const moneyOf = async (charge: Stripe.Charge | undefined, stripe: Stripe): Promise<Money> => {
  if (charge === undefined) return 'taken'
  if (charge.refunded) return 'returned'
  if (!charge.disputed) return 'taken'
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 100 })
  if (data.some(({ status }) => status === 'lost')) return 'lost'
  return data.every(({ status }) => isHarmless(status)) ? 'taken' : 'disputed'
}

/** A warning takes no money, and a dispute that was won has given it back. */
const isHarmless = (status: Stripe.Dispute.Status): boolean =>
  status === 'won' || status === 'prevented' || status.startsWith('warning_')

/** The fields that `toSession` needs beyond those that Stripe sends by itself. */
export const sessionExpand = ['payment_intent.latest_charge']

export const toSession = async (session: Stripe.Checkout.Session, stripe: Stripe): Promise<Session> => ({
  id: session.id,
  mode: session.mode === 'payment' ? 'payment' : 'subscription',
  isOpen: session.status === 'open',
  isComplete: session.status === 'complete',
  paid: session.payment_status !== 'unpaid',
  isUnderWay: isUnderWay(session),
  money: await moneyOf(chargeOf(session.payment_intent), stripe),
  amountMinor: session.amount_total ?? 0,
  userId: session.client_reference_id,
  customerId: idOf(session.customer),
  subscriptionId: idOf(session.subscription),
  email: session.customer_details?.email ?? session.customer_email,
  url: session.url,
  createdAt: new Date(session.created * 1000),
  expiresAt: new Date(session.expires_at * 1000),
  kind: session.metadata?.['kind'],
  extends: session.metadata?.['extends'],
})

/** A payment behind an event about a charge, a refund or a dispute. */
export interface Payment {
  readonly intentId: string
  readonly customerId: string | null
  readonly money: Money
  readonly amountMinor: number
}

export const toPayment = async (intent: Stripe.PaymentIntent, stripe: Stripe): Promise<Payment> => ({
  intentId: intent.id,
  customerId: idOf(intent.customer),
  money: await moneyOf(chargeOf(intent), stripe),
  amountMinor: intent.amount,
})

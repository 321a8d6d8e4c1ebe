import type { Stripe, StripeClient } from '#platform/stripe.ts'
import type { StartRequest } from '#shared/values/start-request.ts'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import { isoTimeOf } from '#shared/rules/epoch-seconds.ts'
import { chargeExpand, chargeOf, reversalOf } from './reversal.ts'

/** Value of the `kind` metadata on the Checkout Session of a pass: bought with an account, or as a guest. */
export const passKinds = { account: 'pass', guest: 'guest-pass' } as const

/** Returns whether an object of Stripe with this metadata belongs to a guest pass. */
export const isGuestPass = (metadata: Stripe.Metadata | null): boolean =>
  metadata?.['kind'] === passKinds.guest

/** Returns whether an object of Stripe with this metadata belongs to a pass. */
export const isPass = (metadata: Stripe.Metadata | null): boolean =>
  metadata?.['kind'] === passKinds.account || isGuestPass(metadata)

/** The fields of a Checkout Session that our code uses. */
export interface Session {
  readonly id: string
  readonly mode: 'subscription' | 'payment'
  readonly isOpen: boolean
  readonly isComplete: boolean
  readonly paid: boolean
  /** Complete, but the payment is still being processed: a direct debit takes days. */
  readonly isProcessing: boolean
  /** Set when the payment was refunded in full or disputed. */
  readonly reversal: ReversalReason | undefined
  readonly amountMinor: number
  readonly currency: string
  readonly userId: string | null
  readonly customerId: string | null
  readonly subscriptionId: string | null
  /** The invoice of the payment for a pass. */
  readonly invoiceId: string | null
  /** The buyer's email address, as entered on the payment page. */
  readonly email: string | null
  readonly url: string | null
  readonly paymentIntentId: string | null
  /** The buyer's request on the payment page for a start within the withdrawal period. */
  readonly startRequest: StartRequest | undefined
  /** `kind` metadata that our code sets when it creates the session: see `passKinds`. */
  readonly kind: string | undefined
  /** The guest pass to extend, identified by the Checkout Session that first paid for it. */
  readonly extendsSessionId: string | undefined
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** A session whose direct debit failed stays `complete` and `unpaid`. Only the payment intent shows the failure. */
const isProcessing = ({
  status,
  payment_status,
  payment_intent: intent,
}: Stripe.Checkout.Session): boolean => {
  const hasFailed =
    typeof intent === 'object' &&
    intent !== null &&
    ['requires_payment_method', 'canceled'].includes(intent.status)
  return status === 'complete' && payment_status === 'unpaid' && !hasFailed
}

/** The text of the payment page contains the request (`metadata.wording`), and the buyer must accept it to pay. */
const startRequestIn = ({
  consent,
  metadata,
  created,
  payment_intent: intent,
}: Stripe.Checkout.Session): StartRequest | undefined => {
  const wording = metadata?.['wording']
  if (consent?.terms_of_service !== 'accepted' || wording === undefined) return undefined
  return { wording, at: isoTimeOf(chargeOf(intent)?.created ?? created) }
}

/** Fields that `toSession` reads and that Stripe returns only when they are expanded. */
export const sessionExpand = [`payment_intent.${chargeExpand}`]

export const toSession = async (
  session: Stripe.Checkout.Session,
  stripe: StripeClient,
): Promise<Session> => ({
  id: session.id,
  mode: session.mode === 'payment' ? 'payment' : 'subscription',
  isOpen: session.status === 'open',
  isComplete: session.status === 'complete',
  paid: session.payment_status !== 'unpaid',
  isProcessing: isProcessing(session),
  reversal: await reversalOf(chargeOf(session.payment_intent), stripe),
  amountMinor: session.amount_total ?? 0,
  currency: session.currency ?? 'gbp',
  userId: session.client_reference_id,
  customerId: idOf(session.customer),
  subscriptionId: idOf(session.subscription),
  invoiceId: idOf(session.invoice),
  email: session.customer_details?.email ?? session.customer_email,
  url: session.url,
  paymentIntentId: idOf(session.payment_intent),
  startRequest: startRequestIn(session),
  kind: session.metadata?.['kind'],
  extendsSessionId: session.metadata?.['extends'],
})

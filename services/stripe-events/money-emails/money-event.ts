import type { Stripe } from '#platform/stripe.ts'
import { parseWithdrawal } from '#services/payments/stripe/withdrawn.ts'

/** Event types that report a movement of money, or the end of one. */
export const moneyEventTypes = [
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.deleted',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  // An inquiry that becomes a dispute keeps its id: no other event reports that the dispute is opened.
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
  'checkout.session.async_payment_failed',
  'customer.updated',
] as const
export type MoneyEventType = (typeof moneyEventTypes)[number]

export interface MoneyEvent {
  readonly type: MoneyEventType
  /** The invoice, subscription, refund, dispute, Checkout Session or customer. */
  readonly objectId: string
  /** The balance of the customer after the event, in pence. It tells which change of the balance the event reports. */
  readonly balanceMinor?: number
}

export interface RecordedMoneyEvent extends MoneyEvent {
  readonly eventId: string
}

/** Returns the money event of an event with this type and object, or `undefined` if it is about something else. */
export const toMoneyEvent = (type: string, object: object): MoneyEvent | undefined => {
  const known = moneyEventTypes.find((one) => one === type)
  const objectId = 'id' in object && typeof object.id === 'string' ? object.id : undefined
  return known === undefined || objectId === undefined ? undefined : { type: known, objectId }
}

/** The types of the events for which `moneyEventOf` may return one. */
export const moneyEventSources = [...moneyEventTypes, 'customer.subscription.updated'] as const

/** A Stripe event. Only events about an update have the attributes that it changed. */
interface ReportedChange {
  readonly type: Stripe.Event['type']
  readonly data: Pick<Stripe.Event['data'], 'object'> & { readonly previous_attributes?: object }
}

/**
 * Returns what a Stripe event reports for an email. If staff ended a subscription before its buyer withdrew, no later event
 * reports its end: the change of its metadata confirms the withdrawal instead. Of the changes of a customer, only those of
 * the balance are reported.
 */
export const moneyEventOf = ({ type, data }: ReportedChange): MoneyEvent | undefined => {
  const { object } = data
  if (object.object === 'customer') {
    const isBalance = 'balance' in (data.previous_attributes ?? {})
    const event = isBalance ? toMoneyEvent(type, object) : undefined
    return event && { ...event, balanceMinor: object.balance }
  }
  const isWithdrawn =
    object.object === 'subscription' && object.status === 'canceled' && parseWithdrawal(object) !== undefined
  return toMoneyEvent(isWithdrawn ? 'customer.subscription.deleted' : type, object)
}

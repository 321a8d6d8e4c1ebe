import * as z from 'zod'
import { control } from './control.ts'

export type Card = 'ok' | 'decline' | 'insufficient' | 'authenticate' | 'debit'

/** A payment, by what it was made for. */
export interface PaymentName {
  readonly session?: string
  readonly invoice?: string
}

const event = z.looseObject({ id: z.string(), type: z.string() })
/** The id of an event and the status with which our webhook answered. */
const delivery = z.object({ id: z.string(), status: z.number() })
const webhooks = z.object({
  mode: z.enum(['deliver', 'hold']),
  held: z.array(event),
  delivered: z.array(event),
})

const mode = (wanted: 'deliver' | 'hold') => control('PUT', 'stripe/webhooks', z.unknown(), { mode: wanted })

/** Only the stand-in knows this key; it opens nothing anywhere else. */
const standInKey = 'sk_test_local_stand_in'

/** What people and Stripe itself do, on the stand-in for Stripe. */
export const stripe = {
  /**
   * Pays an open Checkout Session on its hosted page.
   * @returns where the page sends the buyer; null when the card is declined
   */
  pay: (session: string, card: Card = 'ok') =>
    control('POST', 'stripe/pay', z.looseObject({ redirect: z.string().nullable() }), { session, card }),
  /** The bank refuses the direct debit that is under way. */
  failDebit: (session: string) =>
    control('POST', 'stripe/debit', z.unknown(), { session, outcome: 'failed' }),
  /** Keeps events back from now on, until `deliver`. */
  hold: () => mode('hold'),
  /** Delivers events again as they happen. */
  deliver: () => mode('deliver'),
  /** Events that wait and events that were delivered. */
  events: () => control('GET', 'stripe/webhooks', webhooks),
  /** Delivers these held events (all when none are named) in the given order, each `copies` times. */
  release: (events?: readonly string[], copies?: number) =>
    control('POST', 'stripe/release', z.object({ delivered: z.array(delivery) }), { events, copies }),
  /** What the next charges of this customer do. */
  setCard: (customerId: string, card: Card) =>
    control('POST', `stripe/customers/${customerId}/card`, z.unknown(), { card }),
  /** A customer as the provider holds it: of one that was deleted only that. */
  customer: async (customerId: string): Promise<unknown> => {
    const { stripe: api } = await control('GET', 'health', z.looseObject({ stripe: z.string() }))
    const headers = { authorization: `Bearer ${standInKey}` }
    return (await fetch(`${api}/v1/customers/${customerId}`, { headers })).json()
  },
  /** Deletes a customer, as the shop's own staff can. */
  deleteCustomer: async (customerId: string): Promise<void> => {
    const { stripe: api } = await control('GET', 'health', z.looseObject({ stripe: z.string() }))
    const headers = { authorization: `Bearer ${standInKey}` }
    const reply = await fetch(`${api}/v1/customers/${customerId}`, { method: 'DELETE', headers })
    if (!reply.ok) throw new Error(`Deleting ${customerId} answered ${reply.status}: ${await reply.text()}`)
  },
  /** Gives a payment back, all of it unless an amount in pence is named. */
  refund: (payment: PaymentName, amount?: number) =>
    control('POST', 'stripe/refund', z.unknown(), { ...payment, amount }),
  /** The buyer's bank asks for the money, or decides. */
  dispute: (payment: PaymentName, outcome: 'open' | 'won' | 'lost') =>
    control('POST', 'stripe/dispute', z.unknown(), { ...payment, outcome }),
} as const

/** The id of the Checkout Session whose hosted page this address is. */
export const sessionOf = (url: string): string => {
  const id = /cs_[A-Za-z0-9_]+/.exec(url)?.[0]
  if (id === undefined) throw new Error(`${url} is not the address of a Checkout Session`)
  return id
}

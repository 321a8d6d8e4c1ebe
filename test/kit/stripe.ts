import * as z from 'zod'
import { control } from './control.ts'

export type Card = 'ok' | 'decline' | 'insufficient' | 'authenticate' | 'debit'

/** Identifies a payment. */
export interface PaymentName {
  readonly session?: string
  readonly invoice?: string
}

const event = z.looseObject({ id: z.string(), type: z.string() })
/** The id of an event and the status that our webhook returned. */
const delivery = z.object({ id: z.string(), status: z.number() })
const webhooks = z.object({
  mode: z.enum(['deliver', 'hold']),
  held: z.array(event),
  delivered: z.array(event),
})

const mode = (wanted: 'deliver' | 'hold') => control('PUT', 'stripe/webhooks', z.unknown(), { mode: wanted })

/** The API key of the emulator. It is valid nowhere else. */
const emulatorKey = 'sk_test_local_emulator'

/** Calls the API, below `/v1/`. */
const callApi = async (method: 'GET' | 'DELETE', path: string): Promise<Response> => {
  const { stripe: api } = await control('GET', 'health', z.looseObject({ stripe: z.string() }))
  return fetch(`${api}/v1/${path}`, { method, headers: { authorization: `Bearer ${emulatorKey}` } })
}

const get = async (path: string): Promise<unknown> => (await callApi('GET', path)).json()

const remove = async (path: string): Promise<void> => {
  const reply = await callApi('DELETE', path)
  if (!reply.ok) throw new Error(`Deleting ${path} returned ${reply.status}: ${await reply.text()}`)
}

/** Acts as buyers, banks and Stripe itself, on the emulator of Stripe. */
export const stripe = {
  /**
   * Pays an open Checkout Session on its hosted page.
   * @returns where the page sends the buyer; null when the card is declined
   */
  pay: (session: string, card: Card = 'ok') =>
    control('POST', 'stripe/pay', z.looseObject({ redirect: z.string().nullable() }), { session, card }),
  /** Fails the pending direct debit. */
  failDebit: (session: string) =>
    control('POST', 'stripe/debit', z.unknown(), { session, outcome: 'failed' }),
  /** Holds events back from now on, until `deliver`. */
  hold: () => mode('hold'),
  /** Delivers events again as they happen. */
  deliver: () => mode('deliver'),
  /** Returns the held and the delivered events. */
  events: () => control('GET', 'stripe/webhooks', webhooks),
  /** Delivers these held events (all when none are named) in the given order, each `copies` times. */
  release: (events?: readonly string[], copies?: number) =>
    control('POST', 'stripe/release', z.object({ delivered: z.array(delivery) }), { events, copies }),
  /** Sets the outcome of this customer's next charges. */
  setCard: (customerId: string, card: Card) =>
    control('POST', `stripe/customers/${customerId}/card`, z.unknown(), { card }),
  /** Returns a customer. A deleted one has its id and `deleted` only. */
  customer: (customerId: string): Promise<unknown> => get(`customers/${customerId}`),
  /** Reads from the API, below `/v1/`. */
  get,
  /** Deletes a customer, as our staff can in the Dashboard. */
  deleteCustomer: (customerId: string) => remove(`customers/${customerId}`),
  /** Ends the customer's subscription immediately, as our staff can in the Dashboard. */
  endSubscription: async (customerId: string): Promise<void> => {
    const list = z.object({ data: z.array(z.object({ id: z.string() })) })
    const { data } = list.parse(await get(`subscriptions?customer=${customerId}`))
    for (const { id } of data) await remove(`subscriptions/${id}`)
  },
  /** Refunds a payment: all of it, or an amount in pence. */
  refund: (payment: PaymentName, amount?: number) =>
    control('POST', 'stripe/refund', z.unknown(), { ...payment, amount }),
  /** Opens or decides a dispute of a payment. */
  dispute: (payment: PaymentName, outcome: 'open' | 'won' | 'lost') =>
    control('POST', 'stripe/dispute', z.unknown(), { ...payment, outcome }),
} as const

/** Returns the id of the Checkout Session with this address. */
export const sessionOf = (url: string): string => {
  const id = /cs_[A-Za-z0-9_]+/.exec(url)?.[0]
  if (id === undefined) throw new Error(`${url} is not the address of a Checkout Session`)
  return id
}

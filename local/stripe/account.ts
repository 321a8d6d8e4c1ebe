import type { Clock } from '../clock.ts'
import type { CardBehaviour } from './cards.ts'
import { newId } from './ids.ts'
import { catalogue, type PriceDefinition } from './catalogue.ts'
import type {
  Charge,
  Checkout,
  Customer,
  Dispute,
  Event,
  EventType,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  PendingCard,
  PortalSession,
  Price,
  Product,
  Refund,
  Session,
  Subscription,
  TestClock,
} from './wire.ts'
import { apiVersion } from './wire.ts'

type Table<T> = Map<string, T>

/** What the shop's owner sets in the Dashboard. */
export interface Settings {
  /** What becomes of a subscription after the last retry of its payment. */
  afterRetries: 'canceled' | 'unpaid' | 'past_due'
}

/** All that one Stripe account holds, each kind in order of creation. */
export interface Holdings {
  readonly products: Table<Product>
  readonly prices: Table<Price>
  readonly customers: Table<Customer>
  /** Ids of customers that were deleted: they can still be retrieved, as `{id, object, deleted}`. */
  readonly deletedCustomers: Set<string>
  readonly paymentMethods: Table<PaymentMethod>
  /** What each payment method's card does when it is charged. */
  readonly cards: Table<CardBehaviour>
  readonly sessions: Table<Session>
  /** What a Checkout Session knows and does not show, by session id. */
  readonly checkouts: Table<Checkout>
  readonly portalSessions: Table<PortalSession>
  /** Cards on pages other than Checkout's, by the id of the portal session or the invoice. */
  readonly pendingCards: Table<PendingCard>
  readonly subscriptions: Table<Subscription>
  readonly invoices: Table<Invoice>
  readonly invoicePayments: Table<InvoicePayment>
  readonly paymentIntents: Table<PaymentIntent>
  readonly charges: Table<Charge>
  readonly refunds: Table<Refund>
  readonly disputes: Table<Dispute>
  /** Direct debits under way, by payment intent: when the bank answers, in epoch seconds, and what. */
  readonly debits: Table<{ readonly at: number; readonly succeeds: boolean }>
  readonly events: Table<Event>
  readonly testClocks: Table<TestClock>
  readonly settings: Settings
}

export interface Account extends Holdings {
  /** Address of the hosted pages. */
  readonly url: string
  /** Seconds since 1970, by the movable clock, or the moment that overdue work belongs to. */
  now(): number
  /** The time for a customer, which stands still for one who has a test clock. */
  nowOf(customer: string | null): number
  /** Does work as of a moment, e.g. when it fell due, so that its records carry that time. */
  asOf<T>(second: number, work: () => T): T
  /** The API request under way: events name it. */
  during<T>(request: Event['request'], work: () => T): T
  /** Stores an event with the object as it is now and hands it to the webhooks. */
  emit(type: EventType, object: object, previous?: object): void
}

const emptyHoldings = (prices: readonly PriceDefinition[]): Holdings => ({
  ...catalogue(prices),
  customers: new Map(),
  deletedCustomers: new Set(),
  paymentMethods: new Map(),
  cards: new Map(),
  sessions: new Map(),
  checkouts: new Map(),
  portalSessions: new Map(),
  pendingCards: new Map(),
  subscriptions: new Map(),
  invoices: new Map(),
  invoicePayments: new Map(),
  paymentIntents: new Map(),
  charges: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  debits: new Map(),
  events: new Map(),
  testClocks: new Map(),
  settings: { afterRetries: 'canceled' },
})

const noRequest: Event['request'] = { id: null, idempotency_key: null }

export interface AccountOptions {
  readonly clock: Clock
  readonly url: string
  readonly prices: readonly PriceDefinition[]
  readonly onEvent: (event: Event) => void
  /** What the account holds already. */
  readonly holdings?: Holdings
}

/** A copy of what an account holds, which nothing that happens to the account changes. */
export const copyHoldings = (account: Holdings): Holdings => {
  const kinds = Object.keys(emptyHoldings([])) as (keyof Holdings)[]
  return structuredClone(Object.fromEntries(kinds.map((kind) => [kind, account[kind]]))) as object as Holdings
}

/** A Stripe account that sells the given prices and, unless it is told what it holds, has seen nobody yet. */
export const createAccount = (options: AccountOptions): Account => {
  const { clock, url, prices, onEvent } = options
  const holdings = options.holdings ?? emptyHoldings(prices)
  let moment: number | undefined
  let request = noRequest
  const now = () => moment ?? Math.floor(clock.now().getTime() / 1000)
  return {
    ...holdings,
    url,
    now,
    nowOf: (customer) => {
      const clockId = holdings.customers.get(customer ?? '')?.test_clock
      return holdings.testClocks.get(clockId ?? '')?.frozen_time ?? now()
    },
    asOf: (second, work) => {
      const before = moment
      moment = second
      try {
        return work()
      } finally {
        moment = before
      }
    },
    during: (current, work) => {
      request = current
      try {
        return work()
      } finally {
        request = noRequest
      }
    },
    emit: (type, object, previous) => {
      const event: Event = {
        id: newId('evt'),
        object: 'event',
        api_version: apiVersion,
        created: now(),
        data: structuredClone({ object, ...(previous && { previous_attributes: previous }) }),
        livemode: false,
        pending_webhooks: 1,
        request,
        type,
      }
      holdings.events.set(event.id, event)
      onEvent(event)
    },
  }
}

/** Applies a change to a stored object and gives what its fields were: an event's `previous_attributes`. */
export const change = <T extends object>(object: T, patch: Partial<T>): Partial<T> => {
  const previous: Partial<T> = {}
  for (const key of Object.keys(patch) as (keyof T)[]) {
    if (JSON.stringify(object[key]) === JSON.stringify(patch[key])) continue
    previous[key] = structuredClone(object[key])
  }
  Object.assign(object, patch)
  return previous
}

const tables = [
  'products',
  'prices',
  'customers',
  'paymentMethods',
  'sessions',
  'portalSessions',
  'subscriptions',
  'invoices',
  'paymentIntents',
  'charges',
  'refunds',
  'disputes',
] as const satisfies readonly (keyof Holdings)[]

/** The object with an id, of whatever kind: what `expand` puts in its place. */
export const findObject = (account: Account, id: string): object | undefined => {
  if (account.deletedCustomers.has(id)) return { id, object: 'customer', deleted: true }
  for (const table of tables) {
    const found = account[table].get(id)
    if (found) return found
  }
  return undefined
}

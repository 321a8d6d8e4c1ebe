import type { Clock } from '#local/kit/clock.ts'
import type { CardBehaviour } from './cards.ts'
import { newId } from './ids.ts'
import { catalogue, type PriceDefinition } from './catalogue.ts'
import { defaultPortalConfiguration } from './portal-configuration.ts'
import type {
  Charge,
  Checkout,
  Customer,
  CustomerBalanceTransaction,
  Dispute,
  Event,
  EventType,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  PendingCard,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Refund,
  Session,
  Subscription,
  SubscriptionSchedule,
  TaxRate,
  TestClock,
  WebhookEndpoint,
} from './objects.ts'
import { apiVersion } from './objects.ts'

type Table<T> = Map<string, T>

/** Account settings, as set in the Dashboard. */
export interface Settings {
  /** Status of a subscription after the last retry of a failed payment. */
  afterRetries: 'canceled' | 'unpaid' | 'past_due'
  /** Status of new refunds. Refunds to a card succeed immediately, others need time or details of the payer. */
  newRefunds: 'succeeded' | 'pending' | 'requires_action'
  /** Address of the terms in the public details. Checkout asks for their acceptance only if it is set. */
  termsUrl: string | null
  /** The VAT numbers of the firm that invoices show. Null if none is set up. */
  defaultTaxIds: readonly string[] | null
}

/** The records of a Stripe account, each kind in order of creation. */
export interface AccountRecords {
  readonly products: Table<Product>
  readonly prices: Table<Price>
  readonly taxRates: Table<TaxRate>
  readonly customers: Table<Customer>
  /** Ids of deleted customers, which can still be retrieved as `{id, object, deleted}`. */
  readonly deletedCustomers: Set<string>
  /** Changes of the customers' balances. */
  readonly customerBalanceTransactions: Table<CustomerBalanceTransaction>
  readonly paymentMethods: Table<PaymentMethod>
  /** Behaviour of each payment method's card, by payment method id. */
  readonly cards: Table<CardBehaviour>
  readonly sessions: Table<Session>
  /** Data of Checkout Sessions that the API does not return, by session id. */
  readonly checkouts: Table<Checkout>
  readonly portalConfigurations: Table<PortalConfiguration>
  readonly portalSessions: Table<PortalSession>
  /** Cards awaiting authentication outside Checkout, by the id of the portal session or invoice. */
  readonly pendingCards: Table<PendingCard>
  readonly subscriptions: Table<Subscription>
  readonly schedules: Table<SubscriptionSchedule>
  readonly invoices: Table<Invoice>
  readonly invoicePayments: Table<InvoicePayment>
  readonly paymentIntents: Table<PaymentIntent>
  readonly charges: Table<Charge>
  readonly refunds: Table<Refund>
  readonly disputes: Table<Dispute>
  /** Pending direct debits, by payment intent: when they finish, in epoch seconds, and how. */
  readonly debits: Table<{ readonly at: number; readonly succeeds: boolean }>
  /** Coupons, by subscription id: the percentage that they deduct from each invoice. */
  readonly discounts: Table<number>
  /** VAT numbers, by customer id. Invoices show them. */
  readonly taxIds: Table<{ readonly type: 'gb_vat'; readonly value: string }[]>
  readonly events: Table<Event>
  readonly testClocks: Table<TestClock>
  readonly webhookEndpoints: Table<WebhookEndpoint>
  readonly settings: Settings
}

export interface Account extends AccountRecords {
  /** Base URL of the hosted pages. */
  readonly url: string
  /** Returns the current time in epoch seconds, or the time set by `asOf`. */
  now(): number
  /** Returns the current time of a customer, by the customer's test clock if there is one. */
  nowOf(customer: string | null): number
  /** Runs overdue work at the time it was due, so that its records have that time. */
  asOf<T>(second: number, work: () => T): T
  /** Runs the work of an API request. The events that it emits refer to the request. */
  duringRequest<T>(request: Event['request'], work: () => T): T
  /** Stores an event with a copy of the object, and passes it to the webhooks. */
  emit(type: EventType, object: object, previous?: object): void
}

const emptyRecords = (prices: readonly PriceDefinition[]): AccountRecords => ({
  ...catalogue(prices),
  customers: new Map(),
  deletedCustomers: new Set(),
  customerBalanceTransactions: new Map(),
  paymentMethods: new Map(),
  cards: new Map(),
  sessions: new Map(),
  checkouts: new Map(),
  portalConfigurations: new Map([defaultPortalConfiguration].map((one) => [one.id, structuredClone(one)])),
  portalSessions: new Map(),
  pendingCards: new Map(),
  subscriptions: new Map(),
  schedules: new Map(),
  invoices: new Map(),
  invoicePayments: new Map(),
  paymentIntents: new Map(),
  charges: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  debits: new Map(),
  discounts: new Map(),
  taxIds: new Map(),
  events: new Map(),
  testClocks: new Map(),
  webhookEndpoints: new Map(),
  settings: {
    afterRetries: 'canceled',
    newRefunds: 'succeeded',
    termsUrl: 'https://site.example/terms',
    defaultTaxIds: ['txi_local'],
  },
})

const noRequest: Event['request'] = { id: null, idempotency_key: null }

export interface AccountOptions {
  readonly clock: Clock
  readonly url: string
  readonly prices: readonly PriceDefinition[]
  readonly onEvent: (event: Event) => void
  /** Initial records. Default: none. */
  readonly records?: AccountRecords
}

/** Returns a deep copy of an account's records. */
export const copyRecords = (account: AccountRecords): AccountRecords => {
  const kinds = Object.keys(emptyRecords([])) as (keyof AccountRecords)[]
  return structuredClone(
    Object.fromEntries(kinds.map((kind) => [kind, account[kind]])),
  ) as object as AccountRecords
}

/** Creates a Stripe account that sells the given prices. */
export const createAccount = (options: AccountOptions): Account => {
  const { clock, url, prices, onEvent } = options
  const records = options.records ?? emptyRecords(prices)
  let moment: number | undefined
  let request = noRequest
  const now = () => moment ?? Math.floor(clock.now().getTime() / 1000)
  return {
    ...records,
    url,
    now,
    nowOf: (customer) => {
      const clockId = records.customers.get(customer ?? '')?.test_clock
      return records.testClocks.get(clockId ?? '')?.frozen_time ?? now()
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
    duringRequest: (current, work) => {
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
      records.events.set(event.id, event)
      onEvent(event)
    },
  }
}

/** Changes a stored object in place. Returns the old values of the changed fields: `previous_attributes`. */
export const applyPatch = <T extends object>(object: T, patch: Partial<T>): Partial<T> => {
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
  'taxRates',
  'customers',
  'paymentMethods',
  'sessions',
  'portalSessions',
  'subscriptions',
  'schedules',
  'invoices',
  'paymentIntents',
  'charges',
  'refunds',
  'disputes',
] as const satisfies readonly (keyof AccountRecords)[]

/** Finds an object of any kind by its id, as `expand` needs it. */
export const findObject = (account: Account, id: string): object | undefined => {
  if (account.deletedCustomers.has(id)) return { id, object: 'customer', deleted: true }
  for (const table of tables) {
    const found = account[table].get(id)
    if (found) return found
  }
  return undefined
}

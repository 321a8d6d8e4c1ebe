import { Stripe } from 'stripe'
import { expect, vi } from 'vitest'
import type { EmailContent } from '#shared/contract/email.ts'
import { createClock, type Clock } from '#local/kit/clock.ts'
import { prices } from '#local/cloud/prices.ts'
import { startStripe } from '#local/stripe/server.ts'
import type { StripeEmulator } from '#local/stripe/server.ts'
import { subscriptionRepository } from '#services/subscriptions/subscription.repository.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { stripeEventRepository } from '#services/payments/stripe-event.repository.ts'
import { checkoutRepository } from '#services/payments/checkout.repository.ts'
import { guestKeysFrom } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { stripeGateway } from '#services/payments/stripe.gateway.ts'
import { stripeSweep } from '#services/stripe-events/stripe-sweep.ts'
import { keys } from '#platform/table/keys.ts'
import { Table } from '#platform/table/table.ts'
import { put, type Write } from '#platform/table/write.ts'
import { leaksIn } from '#test/kit/leaks.ts'
import { callInProcess, secretKey } from '#test/kit/in-memory/in-process-stripe.ts'
import { memoryClient } from '#test/kit/in-memory/memory-client.ts'
import { MemoryDynamoDb } from '#test/kit/in-memory/memory-dynamodb.ts'

/** The users of the model. What one of them does must never affect the other. */
export const userNames = ['ana', 'ben'] as const
export type UserName = (typeof userNames)[number]

/** Creates the profile of a user. A user who signs up again gets another account id. */
export const profileOf = (name: UserName, account: string) => ({
  entity: 'profile',
  user_id: account,
  email: `${name}@users.example`,
  full_name: `${name} Sample`,
  company_name: 'Sample Lettings',
  street_address: '2 Example Row',
  city: 'Sampleton',
  postcode: 'ZZ1 1ZZ',
  number_of_employees: 1,
  user_type: 'agent',
  created_at: '2026-01-01T00:00:00.000Z',
  email_verified_at: '2026-01-01T00:00:00.000Z',
})

export interface World {
  readonly clock: Clock
  readonly database: MemoryDynamoDb
  readonly table: Table
  readonly stripeEmulator: StripeEmulator
  /** A Stripe client for the test itself, independent of the code under test. */
  readonly stripe: Stripe
  readonly deps: ReturnType<typeof dependenciesOf>
  /** The current account id of each user. The id of the first account is the user's name. */
  accounts: Record<UserName, string>
  /** Accounts that requested their deletion, with their customers at Stripe and every address that they had. */
  deletedAccounts: {
    readonly account: string
    readonly customer: string | undefined
    readonly emails: readonly string[]
    /** When its deletion was last requested. */
    readonly at: Date
  }[]
  /** Makes Stripe reject every request. */
  stripeIsDown: boolean
  /**
   * True if functions are killed during the current step. A nightly run that is killed may report accounts that it
   * missed.
   */
  killsFunctions: boolean
  /** Stripe accepts this many more requests and rejects all that follow. */
  stripeRequestsLeft: number
  /** Called before an account is stored. Returns what is stored in the same transaction. */
  onNewAccount: (profile: ReturnType<typeof profileOf>) => readonly Write[]
  /** Called when an account is stored. */
  openLogin: (profile: ReturnType<typeof profileOf>) => void
  /** Deletes the login of a deleted account. */
  deleteLogin: (userId: string) => Promise<void>
  /**
   * Called before each request to Stripe, with its action, e.g. `refunds.create`. Returns the fault to inject, if any.
   * `fails`: an error of Stripe's own (500), which it stores for the idempotency key. `lacks funds`: our balance does not
   * cover a refund (400), which it stores too.
   */
  onStripeRequest: (action: string) => 'rejects' | 'fails' | 'lacks funds' | 'drops the response' | undefined
  /** Called before time passes, when every event is processed and the scheduled functions have run. */
  onSettled: () => Promise<void>
  /** The contents of emails that were sent, and are no longer in the outbox, by cause. */
  readonly sentEmails: Map<string, EmailContent>
  /** The time of the last complete reconciliation. */
  reconciledAt: Date
  /** The objects and payments whose events were lost, and which Stripe no longer listed when an outage ended. */
  readonly unreadable: Set<string>
  /** The guest keys that were returned, paid for or not. */
  guestKeys: string[]
  /** Time of the last request to withdraw from a purchase, in epoch seconds. It decides the refund. */
  readonly withdrawalRequests: Map<string, number>
  /** Events that Stripe has sent and that are not processed yet. */
  queue: Stripe.Event[]
  /** Events that were recorded as processed more than once. */
  recordedTwice: string[]
  /** The lines of the log that report an error. */
  errors: string[]
  /** All events since the restart. */
  allEvents: Stripe.Event[]
  restart(): Promise<void>
  close(): Promise<void>
}

const dependenciesOf = (table: Table) => ({
  subscriptions: subscriptionRepository(table),
  events: stripeEventRepository(table),
  customers: customerRepository(table),
  checkouts: checkoutRepository(table),
  passes: passRepository(table),
  guestKeys: guestKeysFrom(async () => 'model-guest-key-secret'),
  stripe: stripeGateway,
  sweep: stripeSweep,
  siteUrl: 'http://localhost:3000',
  // Long enough for concurrent requests to continue. Some runs pause thousands of times.
  pause: () => new Promise<void>((resolve) => setTimeout(resolve, 2)),
})

/** Starts the code under test with the Stripe emulator and a table in memory, for two signed-up users. */
export const openWorld = async (): Promise<World> => {
  // Stripe's client reads a stack trace at every request, and Vitest maps each of its lines. Ten lines take an eighth
  // of a run.
  Error.stackTraceLimit = 3
  // Thousands of steps would write thousands of log lines.
  const leaks: string[] = []
  const silence = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    const line = String(text)
    if (leaksIn(line).length > 0) leaks.push(line)
    if (line.includes('"level":"error"')) world.errors.push(line)
    return true
  })
  const clock = createClock()
  const stripeEmulator = await startStripe({
    port: 0,
    clock,
    faults: {
      set: () => undefined,
      clear: () => undefined,
      // The clients of these tests do not repeat requests after a rate limit. Repeats would take seconds.
      take: (service, action) => {
        world.stripeRequestsLeft -= 1
        const failure = world.onStripeRequest(action)
        if (failure === 'rejects' || world.stripeIsDown || world.stripeRequestsLeft < 0)
          return { service, action, error: 'rate_limit' }
        if (failure === 'fails') return { service, action, error: 'api_error' }
        if (failure === 'lacks funds') return { service, action, error: 'insufficient_balance_for_refund' }
        return failure === undefined ? undefined : { service, action, dropResponse: true }
      },
    },
    // Nothing is sent: events wait in the queue of the world.
    deliverTo: () => '',
    onEvent: (event) => {
      const received: Stripe.Event = JSON.parse(JSON.stringify(event))
      world.queue.push(received)
      world.allEvents.push(received)
    },
    prices,
    secretKey,
    webhookSecret: 'whsec_model',
  })
  Object.assign(process.env, {
    STRIPE_SECRET_KEY_ID: 'stripe',
    STRIPE_API_BASE: stripeEmulator.url,
    STAGE: 'local',
  })
  callInProcess(stripeEmulator)
  const { port } = new URL(stripeEmulator.url)
  const database = new MemoryDynamoDb()
  const table = new Table(memoryClient(database), 'table')
  const emptyStripe = stripeEmulator.records()
  const world: World = {
    clock,
    database,
    table,
    stripeEmulator,
    stripe: new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http', telemetry: false }),
    deps: dependenciesOf(table),
    accounts: { ana: 'ana', ben: 'ben' },
    deletedAccounts: [],
    stripeIsDown: false,
    killsFunctions: false,
    stripeRequestsLeft: Infinity,
    onNewAccount: () => [],
    openLogin: () => undefined,
    deleteLogin: async () => undefined,
    onStripeRequest: () => undefined,
    onSettled: async () => undefined,
    sentEmails: new Map(),
    reconciledAt: clock.now(),
    unreadable: new Set(),
    guestKeys: [],
    withdrawalRequests: new Map(),
    queue: [],
    recordedTwice: [],
    errors: [],
    allEvents: [],
    restart: async () => {
      await stripeEmulator.waitUntilIdle()
      clock.reset()
      await stripeEmulator.restore(structuredClone(emptyStripe))
      database.clear()
      database.onTransaction = () => undefined
      database.onRequest = () => undefined
      for (const profile of userNames.map((name) => profileOf(name, name))) {
        await table.transact(put(keys.profile(profile.user_id), profile), ...world.onNewAccount(profile))
        world.openLogin(profile)
      }
      world.accounts = { ana: 'ana', ben: 'ben' }
      world.deletedAccounts = []
      world.stripeIsDown = false
      world.killsFunctions = false
      world.stripeRequestsLeft = Infinity
      world.onStripeRequest = () => undefined
      world.sentEmails.clear()
      // The service was running before the first step.
      world.reconciledAt = clock.now()
      world.unreadable.clear()
      world.guestKeys = []
      world.withdrawalRequests.clear()
      world.queue = []
      world.recordedTwice = []
      world.errors = []
      world.onSettled = async () => undefined
      database.onReplace = ({ entity, pk }) => {
        if (entity?.['S'] === 'event') world.recordedTwice.push(String(pk?.['S']))
      }
      world.allEvents = []
    },
    close: async () => {
      await stripeEmulator.close()
      silence.mockRestore()
      expect(leaks.slice(0, 10), 'log lines with personal data').toEqual([])
    },
  }
  return world
}

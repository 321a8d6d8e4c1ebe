import { randomUUID } from 'node:crypto'
import type { BodyOf, OkOf, Operation } from '#shared/contract/operation.ts'
import { apiErrors, type ErrorBody } from '#shared/contract/api-errors.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { ApiError } from '#platform/api-error.ts'
import { validateBody } from '#platform/http/checks.ts'
import type { Handle, Request } from '#platform/http/serve.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { keys } from '#platform/table/keys.ts'
import type { ProfileRecord } from '#platform/account/records.ts'
import { Table } from '#platform/table/table.ts'
import { put } from '#platform/table/write.ts'
import { memoryClient } from './memory-client.ts'
import { MemoryDynamoDb } from './memory-dynamodb.ts'

export interface AccountFacts {
  readonly email?: string
  readonly fullName?: string
  readonly companyName?: string
  /** Makes the account a member with this plan until `subscribedUntil`. */
  readonly plan?: SubscriptionPlan
  /** ISO time. Default: 30 days from now. */
  readonly subscribedUntil?: string
  readonly stripeCustomerId?: string
}

const dayMs = 24 * 3600_000

const profileOf = (userId: string, facts: AccountFacts, now: Date): ProfileRecord => ({
  entity: 'profile',
  user_id: userId,
  email: facts.email ?? `${userId}@people.example`,
  full_name: facts.fullName ?? 'Nadia Oyelaran',
  company_name: facts.companyName ?? 'Harbour Lettings (sample)',
  street_address: '2 Example Row',
  city: 'Sampleton',
  postcode: 'ZZ1 1ZZ',
  number_of_employees: 3,
  user_type: 'agent',
  created_at: now.toISOString(),
  email_verified_at: now.toISOString(),
  ...(facts.stripeCustomerId === undefined ? {} : { stripe_customer_id: facts.stripeCustomerId }),
})

const subscriptionOf = (profile: ProfileRecord, plan: SubscriptionPlan, endsAt: string) => {
  const { user_id, email, stripe_customer_id = `cus_${user_id}` } = profile
  return {
    subscriber: {
      entity: 'subscriber' as const,
      user_id,
      email,
      subscribed: true,
      subscription_tier: plan,
      subscription_end: endsAt,
    },
    subscription: {
      entity: 'subscription' as const,
      user_id,
      stripe_customer_id,
      stripe_subscription_id: `sub_${user_id}`,
      status: 'active',
      cancel_at_period_end: false,
      current_period_end: endsAt,
      version: 1,
      welcomed: `sub_${user_id}`,
      disputed: false,
      balance_due_minor: null,
      late_invoice_id: null,
      start_request_wording: null,
      start_requested_at: null,
    },
  }
}

/**
 * Creates an empty table in memory, for tests of rules, rejections and repeats that need no local cloud. A test outside
 * the project `reliability` imports `#test/kit/in-memory/environment.ts` before a handler.
 *
 * @example
 * const world = inMemory({ now: new Date('2027-03-01T10:00:00Z') })
 * const caller = await world.account({ plan: 'monthly' })
 * const reply = await callInMemory(listTickets, handle, { caller, now: world.now }, { tickets:
 * ticketRepository(world.table) })
 */
export const inMemory = ({
  now = new Date(),
  database = new MemoryDynamoDb(),
}: { readonly now?: Date; readonly database?: MemoryDynamoDb } = {}) => {
  const table = new Table(memoryClient(database), 'table')
  return {
    now,
    database,
    table,
    /** Stores a verified account and returns it as the caller of a request. */
    account: async (facts: AccountFacts = {}): Promise<Caller> => {
      const userId = randomUUID()
      const profile = profileOf(userId, facts, now)
      const endsAt = facts.subscribedUntil ?? new Date(now.getTime() + 30 * dayMs).toISOString()
      const records = facts.plan === undefined ? undefined : subscriptionOf(profile, facts.plan, endsAt)
      await table.transact(
        put(keys.profile(userId), profile),
        put(keys.address(profile.email), {
          entity: 'address',
          email: profile.email,
          user_id: userId,
          confirmed_at: now.toISOString(),
        }),
        ...(records === undefined
          ? []
          : [
              put(keys.subscriber(userId), records.subscriber),
              put(keys.subscription(userId), records.subscription),
            ]),
      )
      return {
        profile,
        subscriber: records?.subscriber,
        subscription: records?.subscription,
        passes: [],
        stepUps: [],
        userId,
        signInId: undefined,
        signedInAtSeconds: Math.floor(now.getTime() / 1000),
        mayBeAdmin: false,
      }
    },
  }
}

interface InMemoryRequest<O extends Operation> {
  readonly caller?: Request<O>['caller']
  readonly body?: object
  readonly now: Date
  /** The visitor's address. */
  readonly from?: string
}

const errorReply = (error: ApiError) => ({
  status: apiErrors[error.code].status,
  body: { error: { code: error.code, message: error.message } } satisfies ErrorBody,
})

/**
 * Validates the body, calls an operation's `handle` with injected dependencies, and parses its result. Returns the
 * reply that a browser would receive. Routes, tokens, roles, rate limits and bodies that are not JSON are left to the
 * tests on the local cloud.
 *
 * @throws ZodError if the result does not match the contract
 */
export const callInMemory = async <O extends Operation, Dependencies>(
  operation: O,
  handle: Handle<O, Dependencies>,
  { caller, body = {}, now, from = '198.18.0.1' }: InMemoryRequest<O>,
  deps: Dependencies,
): Promise<{ readonly status: number; readonly body: OkOf<O> | ErrorBody }> => {
  try {
    const parsed: unknown = validateBody(body, operation.body)
    // The schema of the operation gave the body its type, and `caller` is null for an anonymous request only.
    const request = { caller: caller ?? null, body: parsed as BodyOf<O>, now, client: { address: from } }
    const outcome = await handle(request as Request<O>, deps)
    if (outcome instanceof ApiError) return errorReply(outcome)
    const checked: unknown = operation.ok.parse(outcome)
    return { status: 200, body: checked as OkOf<O> }
  } catch (error) {
    if (error instanceof ApiError) return errorReply(error)
    throw error
  }
}

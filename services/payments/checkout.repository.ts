import * as z from 'zod/mini'
import { type Plan, plans } from '#shared/values/plans.ts'
import { requireActiveAccount } from '#platform/account/account.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, update } from '#platform/table/write.ts'
import { linkWrites } from './customer.repository.ts'

export const reservationRecord = z.object({
  entity: z.literal('checkout'),
  /** Counts the payment pages that were reserved for this user. Part of the idempotency key. */
  attempt: z.number(),
  plan: z.enum(plans),
  reserved_at: z.string(),
  session_id: z.optional(z.string()),
})
export type Reservation = z.infer<typeof reservationRecord>

/** A customer that was created for an account. */
interface NewCustomer {
  readonly userId: string
  readonly customerId: string
  /** When the details that the customer was created with were changed. */
  readonly detailsChangedAt?: string | undefined
}

/** The two subscription plans share a reservation, because a user has at most one subscription. */
const keyOf = (userId: string, plan: Plan) =>
  keys.checkout(userId, plan === 'one-time' ? 'pass' : 'subscription')

const nextReservation = (plan: Plan, earlier: Reservation | undefined, now: Date): Reservation => ({
  entity: 'checkout',
  attempt: (earlier?.attempt ?? 0) + 1,
  plan,
  reserved_at: now.toISOString(),
})

/** Condition on the first reservation: none exists yet. */
const firstCondition = { onlyIf: 'attribute_not_exists(pk)' }

/** Reserves payment pages: at most one open page for subscriptions and one for passes per user. */
export const checkoutRepository = (table: Table) => ({
  findReservation: (userId: string, plan: Plan): Promise<Reservation | undefined> =>
    table.find(keyOf(userId, plan), reservationRecord),

  /**
   * Links a new customer and reserves the account's first page, or does neither. Returns `undefined` when a page was
   * reserved before, even by a concurrent request, or when `linkWrites` fail.
   */
  async linkAndReserve(
    { userId, customerId, detailsChangedAt }: NewCustomer,
    plan: Plan,
    now: Date,
  ): Promise<Reservation | undefined> {
    const reservation = nextReservation(plan, undefined, now)
    const { failedCondition } = await table.transact(
      ...linkWrites(userId, customerId, { detailsChangedAt }),
      put(keyOf(userId, plan), reservation, firstCondition),
    )
    return failedCondition === undefined ? reservation : undefined
  },

  /** Reserves the next attempt. Returns `undefined` when another request reserved it or the account is deleted. */
  async reserve(
    userId: string,
    plan: Plan,
    earlier: Reservation | undefined,
    now: Date,
  ): Promise<Reservation | undefined> {
    const reservation = nextReservation(plan, earlier, now)
    const { failedCondition } = await table.transact(
      requireActiveAccount(userId, 'gone'),
      put(
        keyOf(userId, plan),
        reservation,
        earlier === undefined
          ? firstCondition
          : { onlyIf: 'attempt = :attempt', values: { ':attempt': earlier.attempt } },
      ),
    )
    return failedCondition === undefined ? reservation : undefined
  },

  /** Records the Checkout Session of an attempt, unless a later attempt has started. */
  async recordSession(
    userId: string,
    { plan, attempt }: Reservation,
    session: { id: string },
  ): Promise<void> {
    await table.transact(
      update(keyOf(userId, plan), 'SET session_id = :session', {
        onlyIf: 'attempt = :attempt',
        values: { ':session': session.id, ':attempt': attempt },
      }),
    )
  },
})

export type CheckoutRepository = ReturnType<typeof checkoutRepository>

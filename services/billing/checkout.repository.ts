import * as z from 'zod'
import { type Plan, plans } from '../../shared/values/plans.ts'
import { stillThere } from '../platform/member.ts'
import { keys } from '../platform/table/keys.ts'
import { put, type Table, update } from '../platform/table/table.ts'

const reservationRecord = z.object({
  entity: z.literal('checkout'),
  /** Counts the payment pages that were opened for this person: part of the idempotency key. */
  attempt: z.number(),
  plan: z.enum(plans),
  reserved_at: z.string(),
  session_id: z.string().optional(),
  url: z.string().optional(),
})
export type Reservation = z.infer<typeof reservationRecord>

/** The two subscriptions share a reservation, because a person has at most one; a pass has its own. */
const keyOf = (userId: string, plan: Plan) =>
  keys.checkout(userId, plan === 'one-time' ? 'pass' : 'subscription')

/** The one payment page of each kind that a person may have open. */
export const checkoutRepository = (table: Table) => ({
  reservation: (userId: string, plan: Plan): Promise<Reservation | undefined> =>
    table.find(keyOf(userId, plan), reservationRecord),

  /** Takes the next attempt; `false` when another request took it first. */
  async reserve(userId: string, plan: Plan, earlier: Reservation | undefined, now: Date) {
    const reservation: Reservation = {
      entity: 'checkout',
      attempt: (earlier?.attempt ?? 0) + 1,
      plan,
      reserved_at: now.toISOString(),
    }
    const { lost } = await table.transact(
      stillThere(userId, 'gone'),
      put(
        keyOf(userId, plan),
        reservation,
        earlier === undefined
          ? { onlyIf: 'attribute_not_exists(pk)' }
          : { onlyIf: 'attempt = :attempt', values: { ':attempt': earlier.attempt } },
      ),
    )
    return lost === undefined ? reservation : undefined
  },

  /** Notes the payment page of an attempt, unless a later attempt has begun. */
  async opened(
    userId: string,
    { plan, attempt }: Reservation,
    session: { id: string; url: string | null },
  ): Promise<void> {
    await table.transact(
      update(keyOf(userId, plan), 'SET session_id = :session, #url = :url', {
        onlyIf: 'attempt = :attempt',
        names: { '#url': 'url' },
        values: { ':session': session.id, ':url': session.url, ':attempt': attempt },
      }),
    )
  },
})

export type CheckoutRepository = ReturnType<typeof checkoutRepository>

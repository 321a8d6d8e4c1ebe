import * as z from 'zod/mini'
import { type Account, activeAccountCondition, findAccount } from '#platform/account/account.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { check, put, update, type Write } from '#platform/table/write.ts'

/** Condition on a profile: the account has no other customer, and this one was not deleted at Stripe. */
const linkableCondition = `${activeAccountCondition} AND (attribute_not_exists(stripe_customer_id) OR stripe_customer_id = :customer) AND (attribute_not_exists(former_stripe_customer_id) OR former_stripe_customer_id <> :customer)`

const unchangedSince = ({ detailsChangedAt }: { readonly detailsChangedAt: string | undefined }): string =>
  detailsChangedAt === undefined
    ? 'attribute_not_exists(details_changed_at)'
    : 'details_changed_at = :changed'

/**
 * Returns the writes that link a customer to an account. They fail when the account has another customer, which may
 * have a payment page already, when the customer was deleted at Stripe, and when the account is deleted or being
 * deleted: the deletion has already read which customers to delete.
 *
 * @param created if set, they also fail when the details of the account have changed since those that the customer was
 * created with
 */
export const linkWrites = (
  userId: string,
  customerId: string,
  created?: { readonly detailsChangedAt: string | undefined },
): readonly Write[] => [
  update(keys.profile(userId), 'SET stripe_customer_id = :customer', {
    onlyIf: `${linkableCondition}${created === undefined ? '' : ` AND ${unchangedSince(created)}`}`,
    values: {
      ':customer': customerId,
      ...(created?.detailsChangedAt !== undefined && { ':changed': created.detailsChangedAt }),
    },
  }),
  put(keys.customer(customerId), { entity: 'customer', user_id: userId }),
  check(keys.deletion(userId), { onlyIf: 'attribute_not_exists(pk)' }),
]

/** Stores the links between accounts and Stripe customers. */
export const customerRepository = (table: Table) => ({
  find: (userId: string) => findAccount(table, userId),

  /** Returns the id of the account that a customer belongs to, or `undefined` if we did not create the customer. */
  async findUserId(customerId: string): Promise<string | undefined> {
    const owner = await table.find(keys.customer(customerId), z.object({ user_id: z.string() }))
    return owner?.user_id
  },

  /**
   * Finds the account that a customer was created for. It may have another customer now: see `ownsCustomer`. Returns
   * `undefined` for a customer that we did not create, and for a deleted account.
   */
  async findByCustomer(customerId: string): Promise<Account | undefined> {
    const userId = await this.findUserId(customerId)
    return userId === undefined ? undefined : this.find(userId)
  },

  /** Returns whether the deletion of an account has started. */
  async isBeingDeleted(userId: string): Promise<boolean> {
    return (await table.find(keys.deletion(userId), z.object({}))) !== undefined
  },

  /**
   * Links a customer to an account before any payment page is opened. Returns false if a condition of `linkWrites`
   * fails.
   */
  async link(userId: string, customerId: string): Promise<boolean> {
    const { failedCondition } = await table.transact(...linkWrites(userId, customerId))
    return failedCondition === undefined
  },

  /**
   * Records a customer that will be deleted without having been linked. Stripe repeats its response to the same
   * idempotency key, so the next customer of the account needs another key. Returns false when the account is deleted,
   * or another request has linked the customer.
   */
  async replace(userId: string, customerId: string): Promise<boolean> {
    const { failedCondition } = await table.transact(
      update(keys.profile(userId), 'SET former_stripe_customer_id = :customer', {
        onlyIf: `${activeAccountCondition} AND (attribute_not_exists(stripe_customer_id) OR stripe_customer_id <> :customer)`,
        values: { ':customer': customerId },
      }),
    )
    return failedCondition === undefined
  },

  /** Unlinks a customer that was deleted at Stripe, so that the account can buy again as a new customer. */
  async unlink(userId: string, customerId: string): Promise<void> {
    await table.transact(
      update(keys.profile(userId), 'REMOVE stripe_customer_id SET former_stripe_customer_id = :customer', {
        onlyIf: 'stripe_customer_id = :customer',
        values: { ':customer': customerId },
      }),
    )
  },
})

export type CustomerRepository = ReturnType<typeof customerRepository>

import type { Account } from '#platform/account/account.ts'
import { apiError } from '#platform/api-error.ts'
import type { Table } from '#platform/table/table.ts'
import { deleteAccount, type DeletionDependencies } from '#services/account/delete-account.ts'
import { deletionDependencies } from '#services/account/deletion-dependencies.ts'
import { handle as finishDeletions } from '#services/account/finish-deletions/handler.ts'
import type { StripeCustomers } from '#services/account/stripe-customers.ts'
import { MemoryUserPool } from './memory-user-pool.ts'

/** Stripe's customers in memory, with the calls that deletions use. An account has its known customer and no other. */
class MemoryStripeCustomers implements StripeCustomers {
  readonly deleted = new Set<string>()
  /** Makes these calls fail. */
  failing: ReadonlySet<keyof StripeCustomers> = new Set()
  /** Deletes the customers, but fails as if the response had been lost. */
  losesResponses = false
  /** A customer whose deletion fails. */
  undeletable: string | undefined
  /** Customers that were created in the last day. */
  created: { customerId: string; userId: string }[] = []

  private begin = (call: keyof StripeCustomers): void => {
    if (this.failing.has(call)) throw apiError('payment_provider_error')
  }

  find: StripeCustomers['find'] = async ({ knownCustomer }) => {
    this.begin('find')
    return knownCustomer === undefined
      ? { customers: [], subscriptions: [] }
      : { customers: [knownCustomer], subscriptions: [`sub_of_${knownCustomer}`] }
  }

  delete: StripeCustomers['delete'] = async ({ customers }) => {
    this.begin('delete')
    if (customers.some((id) => id === this.undeletable)) throw apiError('payment_provider_error')
    for (const id of customers) this.deleted.add(id)
    if (this.losesResponses) throw apiError('payment_provider_error')
  }

  isAnyDeleted: StripeCustomers['isAnyDeleted'] = async ({ customers }) => {
    this.begin('isAnyDeleted')
    return customers.some((id) => this.deleted.has(id))
  }

  listCreatedSince: StripeCustomers['listCreatedSince'] = async () => this.created
}

/** Records the accounts whose visitors the chat provider was asked to delete. */
class ForgottenVisitors {
  readonly ids: string[] = []
  failOnce = false

  forget = async (userId: string): Promise<void> => {
    if (this.failOnce) {
      this.failOnce = false
      throw apiError('chat_provider_error')
    }
    this.ids.push(userId)
  }
}

/** Returns the dependencies of account deletions on a table, with a user pool and Stripe in memory. */
export const accountDeletionInMemory = (table: Table, userPool = new MemoryUserPool()) => {
  const stripe = new MemoryStripeCustomers()
  const forgottenVisitors = new ForgottenVisitors()
  const deps: DeletionDependencies = {
    ...deletionDependencies(table),
    userPool,
    forgetChatVisitor: forgottenVisitors.forget,
    stripeCustomers: stripe,
    repayBeforeDeletion: async () => undefined,
    adminIds: async () => [],
  }
  return {
    deps,
    stripe,
    forgottenVisitors,
    userPool,
    deleteAccount: (account: Account, now: Date) => deleteAccount(account, deps, now),
    finishDeletions: (now: Date) => finishDeletions(deps, now),
  }
}

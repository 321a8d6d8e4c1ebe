import { createOnce, type StripeClient, undefinedIfMissing, withStripe } from '#platform/stripe.ts'
import { idOf } from './session.ts'

/** Credit that an invoice has used up and that its customer gets back. */
export interface ReturnedCredit {
  readonly invoiceId: string
  readonly amountMinor: number
  /** Identifies the return, e.g. `undone:in_123`. It is recorded in the metadata of the transaction. */
  readonly purpose: string
}

const isReturned = async (stripe: StripeClient, customerId: string, purpose: string): Promise<boolean> => {
  const transactions = stripe.customers.listBalanceTransactions(customerId, { limit: 100 })
  for await (const { metadata } of transactions) if (metadata?.['purpose'] === purpose) return true
  return false
}

export const creditRequests = {
  /**
   * Returns credit to the customer of an invoice, so that it pays later invoices. Can be repeated and run concurrently:
   * each purpose is served once. Lists the transactions before each attempt, because Stripe forgets the idempotency key
   * after a day and, unlike with refunds, does not limit their sum.
   *
   * @returns false if the customer is deleted at Stripe, and its credit with it
   */
  returnCredit: ({ invoiceId, amountMinor, purpose }: ReturnedCredit): Promise<boolean> =>
    withStripe(async (stripe) => {
      const { customer, currency } = await stripe.invoices.retrieve(invoiceId)
      const customerId = idOf(customer)
      if (customerId === null) return false
      const params = {
        amount: -amountMinor,
        currency,
        description: 'Credit returned: the invoice that used it was undone',
        metadata: { purpose },
      }
      const returned = createOnce(`return-credit:${purpose}`, async (options) => {
        if (!(await isReturned(stripe, customerId, purpose)))
          await stripe.customers.createBalanceTransaction(customerId, params, options)
        return true
      })
      return (await undefinedIfMissing(returned)) ?? false
    }),
} as const

import { undefinedIfMissing, withStripe } from '#platform/stripe.ts'

/** Credit that our code has returned. The amount is in pence. */
export interface ReturnedCredit {
  readonly transactionId: string
  readonly amountMinor: number
  readonly currency: string
}

/** Reads the facts for the email about returned credit. */
export const returnedCreditGateway = {
  /**
   * Finds the credit whose return has led to a balance. Returns `undefined` if the latest transaction with this balance was
   * another one, for example an invoice or credit that staff gave, or if the customer is deleted at Stripe.
   */
  findReturnedCredit: (customerId: string, balanceMinor: number): Promise<ReturnedCredit | undefined> =>
    undefinedIfMissing(
      withStripe(async (stripe) => {
        for await (const transaction of stripe.customers.listBalanceTransactions(customerId, {
          limit: 100,
        })) {
          const { id, amount, currency, ending_balance: balance, metadata } = transaction
          if (balance !== balanceMinor) continue
          return metadata?.['purpose'] === undefined
            ? undefined
            : { transactionId: id, amountMinor: -amount, currency }
        }
        return undefined
      }),
    ),
} as const

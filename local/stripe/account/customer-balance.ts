import type { Account } from './account.ts'
import { updateCustomer } from './customers.ts'
import { newId } from './ids.ts'
import type { Customer, CustomerBalanceTransaction, Metadata } from './objects.ts'

export interface BalanceChange {
  /** In the minor unit. Negative for a credit, which later invoices use up. */
  readonly amount: number
  readonly type: 'adjustment' | 'applied_to_invoice' | 'invoice_too_small' | 'unapplied_from_invoice'
  readonly currency: string
  readonly description?: string | undefined
  readonly invoice?: string
  readonly metadata?: Metadata
}

/** Changes the balance of a customer, and records the transaction: https://docs.stripe.com/billing/customer/balance. */
export const changeBalance = (
  account: Account,
  customer: Customer,
  { amount, type, currency, description, invoice, metadata }: BalanceChange,
): CustomerBalanceTransaction => {
  const balance = customer.balance + amount
  const transaction: CustomerBalanceTransaction = {
    id: newId('cbtxn'),
    object: 'customer_balance_transaction',
    amount,
    checkout_session: null,
    created: account.now(),
    credit_note: null,
    currency,
    customer: customer.id,
    customer_account: null,
    description: description ?? null,
    ending_balance: balance,
    invoice: invoice ?? null,
    livemode: false,
    metadata: metadata ?? {},
    type,
  }
  account.customerBalanceTransactions.set(transaction.id, transaction)
  updateCustomer(account, customer, { balance, currency })
  return transaction
}

import * as z from 'zod'
import type { Account } from '../account/account.ts'
import { changeBalance } from '../account/customer-balance.ts'
import { invalid, missing, notFound } from '../account/errors.ts'
import { page } from '../account/list.ts'
import type { Customer } from '../account/objects.ts'
import { expandOnly, integer, mergeMetadata, metadata, paging, text } from '../account/params.ts'
import { endpoint } from './endpoint.ts'

const customerOf = (account: Account, id: string): Customer => {
  const customer = account.customers.get(id)
  if (!customer) throw notFound('customer', id)
  return customer
}

/** The transactions of a customer's balance. Credits and debits by the account's owner are adjustments. */
export const customerBalanceEndpoints = [
  endpoint({
    action: 'customers.createBalanceTransaction',
    method: 'POST',
    path: '/v1/customers/:customer/balance_transactions',
    params: z.strictObject({
      ...expandOnly,
      amount: integer.optional(),
      currency: text.optional(),
      description: text.optional(),
      metadata: metadata.optional(),
    }),
    handle: ({ account, params: { amount, currency, description, metadata: sent }, id }) => {
      const customer = customerOf(account, id)
      if (amount === undefined) throw missing('amount')
      if (currency === undefined) throw missing('currency')
      if (customer.currency && customer.currency !== currency)
        throw invalid('The local Stripe emulator supports one currency per customer.', 'currency')
      return changeBalance(account, customer, {
        amount,
        type: 'adjustment',
        currency,
        description,
        metadata: mergeMetadata({}, sent),
      })
    },
  }),
  endpoint({
    action: 'customers.listBalanceTransactions',
    method: 'GET',
    path: '/v1/customers/:customer/balance_transactions',
    params: z.strictObject({ ...paging, invoice: text.optional() }),
    handle: ({ account, params: { invoice, ...paged }, id }) => {
      const customer = customerOf(account, id)
      const found = [...account.customerBalanceTransactions.values()].filter(
        (one) => one.customer === customer.id && (!invoice || one.invoice === invoice),
      )
      return page(found, paged, `/v1/customers/${id}/balance_transactions`)
    },
  }),
]

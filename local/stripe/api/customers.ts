import * as z from 'zod'
import type { Account } from '../account/account.ts'
import {
  addCustomer,
  customerParams,
  customerPatch,
  newCustomerParams,
  updateCustomer,
} from '../account/customers.ts'
import { noSuch, notFound } from '../account/errors.ts'
import { page } from '../account/list.ts'
import type { Customer, TaxId } from '../account/objects.ts'
import { expandOnly, paging, text } from '../account/params.ts'
import { endSubscription, isLive } from '../billing/subscription.ts'
import { endpoint } from './endpoint.ts'

/** Deletes a customer and ends its subscriptions immediately. */
export const deleteCustomer = (account: Account, customer: Customer): object => {
  for (const subscription of account.subscriptions.values())
    if (subscription.customer === customer.id && isLive(subscription)) endSubscription(account, subscription)
  account.customers.delete(customer.id)
  account.deletedCustomers.add(customer.id)
  account.emit('customer.deleted', customer)
  return { id: customer.id, object: 'customer', deleted: true }
}

const taxIdsOf = (account: Account, { id, created }: Customer): TaxId[] =>
  (account.taxIds.get(id) ?? []).map(({ type, value }, index) => ({
    id: `txi_${id}${index}`,
    object: 'tax_id',
    country: value.slice(0, 2),
    created,
    customer: id,
    customer_account: null,
    livemode: false,
    owner: null,
    type,
    value,
    verification: null,
  }))

export const customerEndpoints = [
  endpoint({
    action: 'customers.create',
    method: 'POST',
    path: '/v1/customers',
    params: newCustomerParams,
    handle: ({ account, params }) => {
      const { test_clock: clock, ...details } = params
      if (clock === undefined) return addCustomer(account, details)
      const frozen = account.testClocks.get(clock)?.frozen_time
      if (frozen === undefined) throw noSuch('test_clock', clock, 'test_clock')
      return account.asOf(frozen, () => addCustomer(account, details, clock))
    },
  }),
  endpoint({
    action: 'customers.list',
    method: 'GET',
    path: '/v1/customers',
    params: z.strictObject({ ...paging, email: text.optional() }),
    handle: ({ account, params }) => {
      const found = [...account.customers.values()].filter(
        (one) => !params.email || one.email === params.email,
      )
      return page(found, params, '/v1/customers')
    },
  }),
  endpoint({
    action: 'customers.retrieve',
    method: 'GET',
    path: '/v1/customers/:customer',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) =>
      account.deletedCustomers.has(id)
        ? { id, object: 'customer', deleted: true }
        : (account.customers.get(id) ?? notFound('customer', id)),
  }),
  endpoint({
    action: 'customers.listTaxIds',
    method: 'GET',
    path: '/v1/customers/:customer/tax_ids',
    params: z.strictObject({ ...paging }),
    handle: ({ account, params, id }) => {
      const customer = account.customers.get(id)
      if (!customer) return notFound('customer', id)
      return page(taxIdsOf(account, customer), params, `/v1/customers/${id}/tax_ids`)
    },
  }),
  endpoint({
    action: 'customers.update',
    method: 'POST',
    path: '/v1/customers/:customer',
    params: customerParams,
    handle: ({ account, params, id }) => {
      const customer = account.customers.get(id)
      if (!customer) return notFound('customer', id)
      updateCustomer(account, customer, customerPatch(customer, params))
      return customer
    },
  }),
  endpoint({
    action: 'customers.delete',
    method: 'DELETE',
    path: '/v1/customers/:customer',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => {
      const customer = account.customers.get(id)
      return customer ? deleteCustomer(account, customer) : notFound('customer', id)
    },
  }),
]

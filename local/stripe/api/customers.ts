import * as z from 'zod'
import { applyPatch, type Account } from '../account.ts'
import { endpoint } from './endpoint.ts'
import { invalid, noSuch, notFound } from '../errors.ts'
import { newId } from '../ids.ts'
import { page } from './list.ts'
import { clearable, expandOnly, mergeMetadata, metadata, paging, text } from './params.ts'
import type { Customer, TaxId } from '../objects.ts'
import { endSubscription, isLive } from '../billing/subscription.ts'

const address = z.union([
  z.literal('').transform(() => null),
  z.strictObject({
    city: clearable.optional(),
    country: clearable.optional(),
    line1: clearable.optional(),
    line2: clearable.optional(),
    postal_code: clearable.optional(),
    state: clearable.optional(),
  }),
])

const fields = {
  ...expandOnly,
  address: address.optional(),
  description: clearable.optional(),
  email: clearable.optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
  phone: clearable.optional(),
}

const customerParams = z.strictObject(fields)
const newCustomerParams = z.strictObject({ ...fields, test_clock: text.optional() })
type CustomerParams = z.infer<typeof customerParams>

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

const checkEmail = (email: string | null | undefined) => {
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid')
}

const patchOf = (before: Customer, params: CustomerParams): Partial<Customer> => {
  const { address: sent, description, email, metadata: extra, name, phone } = params
  checkEmail(email)
  return {
    ...(sent !== undefined && { address: sent && { ...noAddress, ...before.address, ...sent } }),
    ...(description !== undefined && { description }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    metadata: mergeMetadata(before.metadata, extra),
  }
}

/** Creates a customer. */
export const addCustomer = (
  account: Account,
  params: CustomerParams,
  testClock: string | null = null,
): Customer => {
  const blank: Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: account.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newId('inv', 8).slice(4).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: testClock,
  }
  const customer = { ...blank, ...patchOf(blank, params) }
  account.customers.set(customer.id, customer)
  account.emit('customer.created', customer)
  return customer
}

/** Updates a customer. Emits an event if anything changed. */
export const updateCustomer = (account: Account, customer: Customer, patch: Partial<Customer>): void => {
  const previous = applyPatch(customer, patch)
  if (Object.keys(previous).length > 0) account.emit('customer.updated', customer, previous)
}

/** Returns the customer named by a parameter. Throws a StripeError if it is unknown or deleted. */
export const customerParam = (account: Account, id: string, param = 'customer'): Customer => {
  const customer = account.customers.get(id)
  if (!customer) throw noSuch('customer', id, param)
  return customer
}

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
      updateCustomer(account, customer, patchOf(customer, params))
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

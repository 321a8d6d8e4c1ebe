import * as z from 'zod'
import { applyPatch, type Account } from './account.ts'
import { invalid, noSuch } from './errors.ts'
import { newId } from './ids.ts'
import type { Customer } from './objects.ts'
import { clearable, expandOnly, mergeMetadata, metadata, text } from './params.ts'

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

export const customerParams = z.strictObject(fields)
export const newCustomerParams = z.strictObject({ ...fields, test_clock: text.optional() })
type CustomerParams = z.infer<typeof customerParams>

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

const checkEmail = (email: string | null | undefined) => {
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid')
}

/** Checks the sent details, and returns the changes to the customer. */
export const customerPatch = (before: Customer, params: CustomerParams): Partial<Customer> => {
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
  const customer = { ...blank, ...customerPatch(blank, params) }
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

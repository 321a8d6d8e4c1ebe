import { findObject, type Account } from '../account/account.ts'
import { StripeError } from '../account/errors.ts'
import { listOfAll, page } from '../account/list.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the amount of an invoice that was paid outside of Stripe. `amount_paid` includes it. */
const paidOutside = (account: Account, id: string): number => {
  const invoice = account.invoices.get(id)
  const hasPayment = [...account.invoicePayments.values()].some(
    (payment) => payment.invoice === id && payment.status === 'paid',
  )
  return invoice?.status === 'paid' && !hasPayment ? invoice.amount_paid : 0
}

/** Fields that an object contains only if they are expanded. */
const included: Readonly<Record<string, (account: Account, id: string) => object | number>> = {
  'checkout.session.line_items': (account, id) =>
    listOfAll(account.checkouts.get(id)?.lineItems.slice() ?? [], `/v1/checkout/sessions/${id}/line_items`),
  'invoice.amount_paid_off_stripe': paidOutside,
  'invoice.payments': (account, id) =>
    listOfAll(
      [...account.invoicePayments.values()].filter((payment) => payment.invoice === id),
      `/v1/invoice_payments?invoice=${id}`,
    ),
  /** Stripe includes the ten latest refunds. */
  'charge.refunds': (account, id) =>
    page(
      [...account.refunds.values()].filter((refund) => refund.charge === id),
      {},
      `/v1/charges/${id}/refunds`,
    ),
  'customer.subscriptions': (account, id) =>
    listOfAll(
      [...account.subscriptions.values()]
        .filter(
          (one) => one.customer === id && one.status !== 'canceled' && one.status !== 'incomplete_expired',
        )
        .reverse(),
      `/v1/customers/${id}/subscriptions`,
    ),
}

/** https://docs.stripe.com/api/expanding_objects */
const maxLevels = 4

const levelsOf = (path: string): string[] => {
  const levels = path.split('.')
  if (levels.length <= maxLevels) return levels
  throw new StripeError(
    400,
    `You cannot expand more than ${maxLevels} levels of a property (property: ${path}).`,
    {
      param: 'expand',
    },
  )
}

const rejectPath = (path: string): never => {
  throw new StripeError(400, `This property cannot be expanded (${path}).`, { param: 'expand' })
}

const valueOf = (account: Account, owner: Fields, field: string, path: string): unknown => {
  const include = included[`${String(owner['object'])}.${field}`]
  if (include) return include(account, String(owner['id']))
  const value = owner[field]
  if (value === undefined) return rejectPath(path)
  return typeof value === 'string' ? (findObject(account, value) ?? rejectPath(path)) : value
}

const expandOne = (account: Account, value: unknown, segments: readonly string[], path: string): unknown => {
  const [field, ...rest] = segments
  if (field === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((item) => expandOne(account, item, segments, path))
  if (!isFields(value)) return rejectPath(path)
  return { ...value, [field]: expandOne(account, valueOf(account, value, field, path), rest, path) }
}

/** Returns a copy of a result in which the ids at paths such as `data.latest_invoice` are replaced with objects. */
export const expand = (account: Account, result: object, paths: readonly string[]): unknown =>
  paths.reduce<unknown>((value, path) => expandOne(account, value, levelsOf(path), path), result)

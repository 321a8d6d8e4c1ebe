import type { AccountRecords } from './account/account.ts'

/** One object of the emulator: its kind, the key under which it is stored, and a copy of it. */
export interface StripeRecord {
  readonly kind: string
  readonly key: string
  readonly value: unknown
}

/** The kinds of objects that belong to one customer. Products, prices and settings belong to the whole account. */
const customerKinds = [
  'customers',
  'customerBalanceTransactions',
  'paymentMethods',
  'cards',
  'sessions',
  'checkouts',
  'portalSessions',
  'pendingCards',
  'subscriptions',
  'schedules',
  'invoices',
  'invoicePayments',
  'paymentIntents',
  'charges',
  'refunds',
  'disputes',
  'debits',
  'discounts',
  'taxIds',
  'events',
] as const satisfies readonly (keyof AccountRecords)[]

/** Everything in a text that may be an id: of Stripe (`cus_…`, `cs_test_…`) or of an account (a UUID). */
const idPattern = /[a-z]+(?:_test)?_[A-Za-z0-9]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/**
 * Copies all objects that name an id, and then repeatedly all objects that name one of the copied objects: the customer
 * of an account, its subscriptions, payments and events. Each kind is in order of creation.
 */
export const recordsAbout = (account: AccountRecords, id: string): StripeRecord[] => {
  const stored = customerKinds.flatMap((kind) =>
    [...account[kind]].map(([key, value]) => {
      const mentioned = [key, ...(JSON.stringify(value).match(idPattern) ?? [])]
      return { record: { kind, key, value }, mentioned }
    }),
  )
  const known = new Set([id])
  let before: number
  do {
    before = known.size
    for (const { record, mentioned } of stored)
      if (mentioned.some((one) => known.has(one))) known.add(record.key)
  } while (known.size > before)
  return structuredClone(
    stored.flatMap(({ record, mentioned }) => (mentioned.some((one) => known.has(one)) ? [record] : [])),
  )
}

/**
 * Stores records as they are, without sending events. Throws an error for a kind that does not belong to a customer.
 */
export const addRecords = (account: AccountRecords, records: readonly StripeRecord[]): void => {
  for (const record of records) {
    const kind = customerKinds.find((one) => one === record.kind)
    if (kind === undefined) throw new Error(`No record of the kind ${record.kind} can be added`)
    // A record has the type of its kind: it was copied from the table of that kind.
    const table = account[kind] as Map<string, unknown>
    table.set(record.key, structuredClone(record.value))
  }
}

import { londonMonthOf } from '#shared/rules/numbers.ts'
import { type Stripe, withStripe, type StripeClient } from '#platform/stripe.ts'
import { isPass } from '#services/payments/stripe/session.ts'

/** Stripe's maximum. */
const pageSize = 100

/** A value that counts in one month: pence, or one purchase or end. */
export interface MonthValue {
  readonly month: string
  readonly value: number
}

export interface StripeFigures {
  readonly income: readonly MonthValue[]
  readonly returned: readonly MonthValue[]
  readonly passesSold: readonly MonthValue[]
  readonly joined: readonly MonthValue[]
  readonly left: readonly MonthValue[]
}

const monthOf = (epochSeconds: number): string => londonMonthOf(new Date(epochSeconds * 1000))

/** Reads a list back to a month. Stripe lists the newest objects first. */
const readSince = async <T extends { created: number }>(
  list: AsyncIterable<T>,
  since: string,
): Promise<T[]> => {
  const found: T[] = []
  for await (const item of list) {
    if (monthOf(item.created) < since) break
    found.push(item)
  }
  return found
}

const inPounds = ({ currency }: { currency: string }): boolean => currency === 'gbp'

/** Returns whether a dispute has taken the payment back. A won dispute returns it, and an inquiry takes nothing. */
const isReturned = ({ status }: Stripe.Dispute): boolean =>
  status === 'lost' || status === 'needs_response' || status === 'under_review'

/** Epoch seconds from which a month is read: an hour before it starts in UTC, because London may be an hour ahead. */
const readFrom = (month: string): number => Date.parse(`${month}-01T00:00:00Z`) / 1000 - 3600

/** Reads the charges between two months. Keeps only their values: Stripe's objects would fill the memory. */
const readCharges = async (stripe: StripeClient, month: string, next: string | undefined) => {
  const [income, passesSold]: [MonthValue[], MonthValue[]] = [[], []]
  const created = { gte: readFrom(month), ...(next === undefined ? {} : { lt: readFrom(next) }) }
  for await (const charge of stripe.charges.list({ limit: pageSize, created })) {
    if (charge.status !== 'succeeded' || !inPounds(charge)) continue
    income.push({ month: monthOf(charge.created), value: charge.amount_captured })
    if (isPass(charge.metadata)) passesSold.push({ month: monthOf(charge.created), value: 1 })
  }
  return { income, passesSold }
}

/** Reads the months concurrently, because payments are the longest list. */
const readMoney = async (stripe: StripeClient, months: readonly string[]) => {
  const query = { limit: pageSize }
  const [since = ''] = months
  const [charges, refunds, disputes] = await Promise.all([
    Promise.all(months.map((month, at) => readCharges(stripe, month, months[at + 1]))),
    readSince(stripe.refunds.list(query), since),
    readSince(stripe.disputes.list(query), since),
  ])
  return {
    income: charges.flatMap(({ income }) => income),
    returned: [
      ...refunds.filter((refund) => refund.status === 'succeeded' && inPounds(refund)),
      ...disputes.filter((dispute) => isReturned(dispute) && inPounds(dispute)),
    ].map(({ created, amount }) => ({ month: monthOf(created), value: amount })),
    passesSold: charges.flatMap(({ passesSold }) => passesSold),
  }
}

/** Returns whether a subscription counts as a member who joined: not if it is a duplicate or was never paid for. */
const wasBought = ({ status, metadata }: Stripe.Subscription): boolean =>
  status !== 'incomplete' && status !== 'incomplete_expired' && metadata['duplicate'] === undefined

const readSubscriptions = async (stripe: StripeClient) => {
  const [joined, left]: [MonthValue[], MonthValue[]] = [[], []]
  // A subscription of any age may have ended this month.
  for await (const subscription of stripe.subscriptions.list({ status: 'all', limit: pageSize })) {
    if (!wasBought(subscription)) continue
    const { created, ended_at: endedAt } = subscription
    joined.push({ month: monthOf(created), value: 1 })
    if (endedAt !== null) left.push({ month: monthOf(endedAt), value: 1 })
  }
  return { joined, left }
}

/**
 * Reads from Stripe what was paid, returned, bought and ended in these months, which are consecutive and end with the
 * current one. Takes one request for every hundred payments, refunds, disputes and subscriptions.
 *
 * @throws ApiError `payment_provider_error` when Stripe fails or cannot be reached
 */
export const readStripeFigures = (months: readonly string[]): Promise<StripeFigures> =>
  withStripe(async (stripe) => {
    const [money, subscriptions] = await Promise.all([readMoney(stripe, months), readSubscriptions(stripe)])
    return { ...money, ...subscriptions }
  })

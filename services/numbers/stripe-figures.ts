import { londonMonthOf } from '#shared/rules/numbers.ts'
import { type Stripe, withStripe, type StripeClient } from '#platform/stripe.ts'
import { passKinds } from '#services/payments/stripe/session.ts'

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

const isPass = ({ metadata }: Stripe.Charge): boolean =>
  Object.values<string | undefined>(passKinds).includes(metadata['kind'])

/** Returns whether a dispute has taken its money. It comes back if the dispute is won, or was only an inquiry. */
const isReturned = ({ status }: Stripe.Dispute): boolean =>
  status === 'lost' || status === 'needs_response' || status === 'under_review'

const readMoney = async (stripe: StripeClient, since: string) => {
  const query = { limit: pageSize }
  const charges = (await readSince(stripe.charges.list(query), since)).filter(
    (charge) => charge.status === 'succeeded' && inPounds(charge),
  )
  const refunds = await readSince(stripe.refunds.list(query), since)
  const disputes = await readSince(stripe.disputes.list(query), since)
  return {
    income: charges.map(({ created, amount_captured }) => ({
      month: monthOf(created),
      value: amount_captured,
    })),
    returned: [
      ...refunds.filter((refund) => refund.status === 'succeeded' && inPounds(refund)),
      ...disputes.filter((dispute) => isReturned(dispute) && inPounds(dispute)),
    ].map(({ created, amount }) => ({ month: monthOf(created), value: amount })),
    passesSold: charges.filter(isPass).map(({ created }) => ({ month: monthOf(created), value: 1 })),
  }
}

/** Returns whether a subscription counts as a member who joined: not if it is a duplicate or was never paid for. */
const wasBought = ({ status, metadata }: Stripe.Subscription): boolean =>
  status !== 'incomplete' && status !== 'incomplete_expired' && metadata['duplicate'] === undefined

const readSubscriptions = async (stripe: StripeClient) => {
  const bought: Stripe.Subscription[] = []
  // A subscription of any age may have ended this month.
  for await (const subscription of stripe.subscriptions.list({ status: 'all', limit: pageSize }))
    if (wasBought(subscription)) bought.push(subscription)
  return {
    joined: bought.map(({ created }) => ({ month: monthOf(created), value: 1 })),
    left: bought.flatMap(({ ended_at }) => (ended_at === null ? [] : { month: monthOf(ended_at), value: 1 })),
  }
}

/**
 * Reads from Stripe what was paid, returned, bought and ended since the start of a month. Takes one request for every
 * hundred payments, refunds, disputes and subscriptions.
 *
 * @throws ApiError `payment_provider_error` when Stripe fails or cannot be reached
 */
export const readStripeFigures = (since: string): Promise<StripeFigures> =>
  withStripe(async (stripe) => ({
    ...(await readMoney(stripe, since)),
    ...(await readSubscriptions(stripe)),
  }))

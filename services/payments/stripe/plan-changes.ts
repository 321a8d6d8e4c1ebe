import type { SubscriptionPlan } from '#shared/values/plans.ts'
import { createOnce, isInvalidRequest, Stripe, withStripe, type StripeClient } from '#platform/stripe.ts'
import { priceIdOf } from './checkout-sessions.ts'
import { discardPendingUpdate, findConfirmation, type PendingConfirmation } from './pending-changes.ts'
import { creditOf, isProration } from './proration.ts'
import { releaseSchedule, scheduleIdOf } from './release-schedule.ts'
import { planOfItem } from './subscriptions.ts'
import { cancelPlanChange } from './cancel-plan-change.ts'

/** A change to make. Times are epoch seconds. */
export interface PlanChange {
  readonly subscriptionId: string
  readonly plan: SubscriptionPlan
  /** The time for which the credit for the rest of the period is computed. */
  readonly pricedAtEpochSeconds: number
}

export interface PricedPlanChange {
  readonly currency: string
  readonly amountDueMinor: number
  readonly creditMinor: number
  /** The price of a full period of the new plan. */
  readonly periodMinor: number
  /** The end of the period that would start now, in epoch seconds. */
  readonly periodEndEpochSeconds: number
}

const toPriced = (invoice: Stripe.Invoice): PricedPlanChange => {
  const lines = invoice.lines.data
  const period = lines.find((line) => !isProration(line))
  if (period === undefined) throw new Error('The preview of a plan change has no period')
  return {
    currency: invoice.currency,
    amountDueMinor: invoice.amount_due,
    creditMinor: creditOf(invoice),
    periodMinor: period.amount,
    periodEndEpochSeconds: period.period.end,
  }
}

/** The item to change, with the new price and a new period from now. */
const changeParams = async (
  stripe: StripeClient,
  { subscriptionId, plan }: Pick<PlanChange, 'subscriptionId' | 'plan'>,
) => {
  const [item] = (await stripe.subscriptions.retrieve(subscriptionId)).items.data
  if (item === undefined) throw new Error(`Subscription ${subscriptionId} has no item`)
  return {
    items: [{ id: item.id, price: await priceIdOf(stripe, plan) }],
    billing_cycle_anchor: { type: 'now' as const },
  }
}

/** Returns the schedule of a subscription. Creates the schedule if the subscription has none. */
const ensureSchedule = async (
  stripe: StripeClient,
  subscriptionId: string,
): Promise<Stripe.SubscriptionSchedule> => {
  const known = await scheduleIdOf(stripe, subscriptionId)
  if (known !== null) return stripe.subscriptionSchedules.retrieve(known)
  try {
    return await stripe.subscriptionSchedules.create({ from_subscription: subscriptionId })
  } catch (error) {
    // A concurrent request may have created the schedule in the meantime.
    const created = isInvalidRequest(error) ? await scheduleIdOf(stripe, subscriptionId) : null
    if (created === null) throw error
    return stripe.subscriptionSchedules.retrieve(created)
  }
}

/**
 * Timeout of a change, in milliseconds. Stripe responds only after the bank has decided about the payment, which takes
 * longer than other requests. Together with the other requests of the operation, it is below the 25 seconds of the
 * function.
 */
const chargeTimeoutMs = 15_000

/**
 * Recognises that the credit is outdated: Stripe credits only from a time in the current period, and the subscription
 * has renewed or changed its plan since.
 */
const isOutdated = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param?.includes('proration_date') === true

/**
 * Outcome of an immediate change. Nothing was charged or changed unless it is `changed`. A pending change takes effect
 * when the customer confirms the payment with their bank.
 */
export type PlanChangeOutcome = 'changed' | 'declined' | 'outdated' | PendingConfirmation

/**
 * Returns the outcome of a plan change. Reads Stripe again, because a repeated request gets the response to the first.
 */
const outcomeOf = async (
  stripe: StripeClient,
  { subscriptionId, plan }: PlanChange,
): Promise<PlanChangeOutcome> => {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  if (subscription.pending_update === null)
    return planOfItem(subscription.items.data[0]) === plan ? 'changed' : 'declined'
  const confirmation = await findConfirmation(stripe, subscription)
  if (confirmation !== undefined) return confirmation
  await discardPendingUpdate(stripe, subscription)
  return 'declined'
}

/** The requests for a change of plan. Not part of `stripeGateway`: few functions need them, and bundles stay small. */
export const planChangeGateway = {
  /** Prices an immediate change, without making it. Returns `undefined` if its credit is outdated. */
  priceImmediateChange: (change: PlanChange): Promise<PricedPlanChange | undefined> =>
    withStripe(async (stripe) => {
      const details = {
        ...(await changeParams(stripe, change)),
        proration_behavior: 'always_invoice' as const,
        proration_date: change.pricedAtEpochSeconds,
      }
      try {
        const { subscriptionId: subscription } = change
        return toPriced(await stripe.invoices.createPreview({ subscription, subscription_details: details }))
      } catch (error) {
        if (isOutdated(error)) return undefined
        throw error
      }
    }),

  /** Prices a full period of another plan, without a credit. */
  priceFullPeriod: (subscriptionId: string, plan: SubscriptionPlan): Promise<PricedPlanChange> =>
    withStripe(async (stripe) =>
      toPriced(
        await stripe.invoices.createPreview({
          subscription: subscriptionId,
          subscription_details: {
            ...(await changeParams(stripe, { subscriptionId, plan })),
            proration_behavior: 'none',
          },
        }),
      ),
    ),

  /**
   * Changes the plan and charges the card. Repeating the same change charges once: Stripe stores its result, and later
   * finds its credit outdated. A change that a declined card left pending is dropped.
   */
  changePlanNow: (change: PlanChange): Promise<PlanChangeOutcome> =>
    withStripe(async (stripe) => {
      const { subscriptionId, plan, pricedAtEpochSeconds } = change
      await releaseSchedule(stripe, subscriptionId)
      const params = {
        ...(await changeParams(stripe, change)),
        proration_behavior: 'always_invoice' as const,
        proration_date: pricedAtEpochSeconds,
        payment_behavior: 'pending_if_incomplete' as const,
      }
      const key = `change-plan:${subscriptionId}:${plan}:${pricedAtEpochSeconds}`
      try {
        await createOnce(key, (options) =>
          stripe.subscriptions.update(subscriptionId, params, { ...options, timeout: chargeTimeoutMs }),
        )
        return await outcomeOf(stripe, change)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) return 'declined'
        if (isOutdated(error)) return 'outdated'
        throw error
      }
    }),

  /**
   * Schedules the plan for the end of the period. The schedule is created and then given its phases. A run that fails
   * in between leaves a schedule that changes nothing, and a repeat completes it.
   *
   * @returns when the plan starts, in epoch seconds
   */
  schedulePlan: (subscriptionId: string, plan: SubscriptionPlan): Promise<number> =>
    withStripe(async (stripe) => {
      const subscription = await stripe.subscriptions.retrieve(subscriptionId)
      const [item] = subscription.items.data
      if (item === undefined) throw new Error(`Subscription ${subscriptionId} has no item`)
      const schedule = await ensureSchedule(stripe, subscriptionId)
      const { current_period_end: end, price, quantity = 1 } = item
      // A phase without tax rates would remove the subscription's tax rates, and invoices would no longer show VAT.
      const default_tax_rates = (subscription.default_tax_rates ?? []).map(({ id }) => id)
      await stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          {
            items: [{ price: price.id, quantity }],
            start_date: schedule.current_phase?.start_date ?? item.current_period_start,
            end_date: end,
            default_tax_rates,
          },
          {
            default_tax_rates,
            items: [{ price: await priceIdOf(stripe, plan), quantity }],
            duration: { interval: 'month', interval_count: 1 },
            billing_cycle_anchor: 'phase_start',
            proration_behavior: 'none',
          },
        ],
      })
      return end
    }),

  /** Returns the confirmation that a change of plan waits for, or `undefined` without one. */
  findPendingConfirmation: (subscriptionId: string): Promise<PendingConfirmation | undefined> =>
    withStripe(async (stripe) =>
      findConfirmation(stripe, await stripe.subscriptions.retrieve(subscriptionId)),
    ),

  cancelPlanChange,
} as const

export type PlanChangeGateway = typeof planChangeGateway

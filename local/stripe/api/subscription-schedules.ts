import * as z from 'zod'
import { applyPatch, type Account } from '../account/account.ts'
import { phaseOf, addSchedule, releaseSchedule } from '../billing/schedule.ts'
import { intervalOf, isLive, periodEndAfter, updateSubscription } from '../billing/subscription.ts'
import { invalid, noSuch, notFound } from '../account/errors.ts'
import type { SubscriptionSchedule } from '../account/objects.ts'
import { endpoint } from './endpoint.ts'
import { taxRatesParam } from '../account/tax-rates.ts'
import {
  clearableList,
  expandOnly,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
} from '../account/params.ts'

const phaseParams = z.strictObject({
  default_tax_rates: clearableList(text).optional(),
  items: listOf(z.strictObject({ price: text, quantity: integer.optional() })),
  start_date: integer.optional(),
  end_date: integer.optional(),
  duration: z.strictObject({ interval: oneOf('month', 'year'), interval_count: oneOf('1') }).optional(),
  proration_behavior: oneOf('none').optional(),
  billing_cycle_anchor: oneOf('phase_start').optional(),
})

const updateParams = z.strictObject({
  ...expandOnly,
  end_behavior: oneOf('release').optional(),
  metadata: metadata.optional(),
  phases: listOf(phaseParams).optional(),
  proration_behavior: oneOf('none').optional(),
})
type UpdateParams = z.infer<typeof updateParams>

type Phases = SubscriptionSchedule['phases']

/** Builds the sent phases. Each phase after the first starts at the end of the one before. */
const phasesOf = (
  account: Account,
  schedule: SubscriptionSchedule,
  sent: NonNullable<UpdateParams['phases']>,
): Phases => {
  const subscription = account.subscriptions.get(schedule.subscription ?? '')
  if (!subscription) throw invalid('The schedule has no subscription.')
  const phases: Phases = []
  for (const [index, { items, start_date, end_date, duration, default_tax_rates }] of sent.entries()) {
    const price = account.prices.get(items[0]?.price ?? '')
    if (!price) throw noSuch('price', items[0]?.price ?? '', `phases[${index}][items][0][price]`)
    const start = phases.at(-1)?.end_date ?? start_date
    if (start === undefined) throw invalid('You must anchor the current phase with a start_date.', 'phases')
    const end = end_date ?? (duration && periodEndAfter(start, duration.interval, start))
    if (end === undefined)
      throw invalid(`Phase ${index} needs an end_date or a duration.`, `phases[${index}]`)
    if (index === 0 && start !== schedule.current_phase?.start_date)
      throw invalid('You can not modify the start date of the current phase.', 'phases[0][start_date]')
    intervalOf(price)
    const taxRates = taxRatesParam(account, default_tax_rates, `phases[${index}][default_tax_rates]`)
    const { quantity = 1 } = items[0] ?? {}
    phases.push(phaseOf(subscription, { price: price.id, quantity, start, end, taxRates }))
  }
  return phases
}

const update = (account: Account, schedule: SubscriptionSchedule, params: UpdateParams) => {
  if (schedule.status !== 'active')
    throw invalid(`You cannot update a subscription schedule that is ${schedule.status}.`)
  const phases = params.phases && phasesOf(account, schedule, params.phases)
  const first = phases?.[0]
  const subscription = account.subscriptions.get(schedule.subscription ?? '')
  const previous = applyPatch(schedule, {
    metadata: mergeMetadata(schedule.metadata ?? {}, params.metadata),
    ...(phases && { phases }),
    ...(first && { current_phase: { start_date: first.start_date, end_date: first.end_date } }),
  })
  if (first && subscription)
    updateSubscription(account, subscription, { default_tax_rates: first.default_tax_rates ?? [] })
  if (Object.keys(previous).length > 0) account.emit('subscription_schedule.updated', schedule, previous)
  return schedule
}

const find = (account: Account, id: string) =>
  account.schedules.get(id) ?? notFound('subscription schedule', id, 'schedule')

/** Schedules of existing subscriptions. Phases end at the end of a billing period. */
export const subscriptionScheduleEndpoints = [
  endpoint({
    action: 'subscriptionSchedules.create',
    method: 'POST',
    path: '/v1/subscription_schedules',
    params: z.strictObject({ ...expandOnly, from_subscription: text }),
    handle: ({ account, params: { from_subscription: id } }) => {
      const subscription = account.subscriptions.get(id)
      if (!subscription) return noSuch('subscription', id, 'from_subscription')
      if (!isLive(subscription)) return invalid('The subscription has ended.', 'from_subscription')
      if (subscription.schedule !== null)
        return invalid(
          `You cannot migrate a subscription that is already attached to a schedule: ${id}.`,
          'from_subscription',
        )
      return addSchedule(account, subscription)
    },
  }),
  endpoint({
    action: 'subscriptionSchedules.retrieve',
    method: 'GET',
    path: '/v1/subscription_schedules/:schedule',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => find(account, id),
  }),
  endpoint({
    action: 'subscriptionSchedules.update',
    method: 'POST',
    path: '/v1/subscription_schedules/:schedule',
    params: updateParams,
    handle: ({ account, id, params }) => {
      const schedule = account.schedules.get(id)
      return schedule ? update(account, schedule, params) : find(account, id)
    },
  }),
  endpoint({
    action: 'subscriptionSchedules.release',
    method: 'POST',
    path: '/v1/subscription_schedules/:schedule/release',
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) => {
      const schedule = account.schedules.get(id)
      if (schedule && schedule.status !== 'active')
        return invalid(
          `You cannot release a subscription schedule that is currently in the \`${schedule.status}\` status.`,
        )
      if (schedule) releaseSchedule(account, schedule)
      return find(account, id)
    },
  }),
]

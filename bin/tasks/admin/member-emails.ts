import * as z from 'zod/mini'
import { planOf } from '#platform/account/plan.ts'
import {
  profileRecord,
  subscriberRecord,
  subscriptionRecord,
  tombstoneRecord,
} from '#platform/account/records.ts'
import { keys } from '#platform/table/keys.ts'
import { emailProblemRepository } from '#services/email/public.ts'
import { progressPrinter } from '../command-line/progress.ts'
import type { FoundStage } from './find-stage.ts'
import { userIdsOf } from './user-ids.ts'

type Stage = Pick<FoundStage, 'pool' | 'userPoolId' | 'table'>

/** Statuses at Stripe of subscriptions that renew, or would renew again after a payment. */
const continuing = new Set(['active', 'trialing', 'past_due', 'unpaid'])

const memberIdsOf = async (stage: Stage, now: Date): Promise<string[]> => {
  const ids = await userIdsOf(stage)
  const [subscribers, subscriptions] = await Promise.all([
    stage.table.findMany(ids.map(keys.subscriber), subscriberRecord),
    stage.table.findMany(ids.map(keys.subscription), subscriptionRecord),
  ])
  const current = subscribers.filter((one) => planOf(one, now) !== 'none')
  const renewing = subscriptions.filter(({ status }) => status !== null && continuing.has(status))
  return [...new Set([...current, ...renewing].map(({ user_id }) => user_id))]
}

/**
 * Returns the addresses of all members and of customers with an unpaid subscription, one per line. Leaves out addresses
 * to which emails are stopped.
 */
export const memberEmails = async (stage: Stage, now: Date): Promise<string> => {
  const ids = await memberIdsOf(stage, now)
  const accounts = await stage.table.findMany(
    ids.map(keys.profile),
    z.union([profileRecord, tombstoneRecord]),
  )
  const problems = emailProblemRepository(stage.table)
  const progress = progressPrinter()
  const addresses: string[] = []
  for (const [index, account] of accounts.entries()) {
    if (account.entity === 'profile' && (await problems.find(account.email)) === undefined)
      addresses.push(account.email)
    progress(`Addresses: ${index + 1} of ${accounts.length} checked.`)
  }
  return addresses.toSorted().join('\n')
}

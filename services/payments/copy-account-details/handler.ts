import { timeLimit } from '#platform/clock.ts'
import { errorFields, log } from '#platform/log.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Table } from '#platform/table/table.ts'
import { type ChangedDetailsRepository, changedDetailsRepository } from '../changed-details.repository.ts'
import { type StripeGateway, stripeGateway } from '../stripe.gateway.ts'

interface Dependencies {
  readonly details: ChangedDetailsRepository
  readonly stripe: Pick<StripeGateway, 'updateCustomer'>
}

/** Maximum number of accounts in one run. The next run continues with the rest. */
const batchSize = 100

/**
 * Time after which a run begins no further account, in milliseconds. Lambda ends it after 60 seconds, and a request that
 * Stripe does not respond to takes about 13.
 */
const maxRunMs = 40_000

const copy = async (userId: string, { details, stripe }: Dependencies): Promise<void> => {
  // Read it again, because the index lags and the details may have changed since.
  const account = await details.find(userId)
  if (account === undefined) return
  const { profile } = account
  if (profile.stripe_customer_id !== undefined)
    await stripe.updateCustomer(profile.stripe_customer_id, profile)
  await details.copyAddress(account)
  await details.markCopied(profile)
}

/**
 * Copies changed details to the Stripe customer, and a changed address to the subscription and the passes. An account
 * whose copy fails stays listed for the next run.
 *
 * @throws Error if an account could not be copied, so that the function's error alarm reports it
 */
export const handle = async (deps: Dependencies, now: Date): Promise<{ copied: number }> => {
  const isTimeUp = timeLimit(maxRunMs)
  let [copied, failed] = [0, 0]
  for (const { user_id: userId } of await deps.details.list(now, batchSize)) {
    if (isTimeUp()) break
    try {
      // Before the copy, because it may outlast the run.
      await deps.details.recordAttempt(userId, now)
      await copy(userId, deps)
      copied += 1
    } catch (error) {
      failed += 1
      log.error('account details not copied', { userId, ...errorFields(error) })
    }
  }
  if (failed > 0) throw new Error(`The details of ${failed} accounts could not be copied`)
  return { copied }
}

const table = new Table()
const deps: Dependencies = { details: changedDetailsRepository(table), stripe: stripeGateway }
export const handler = scheduled((now) => handle(deps, now))

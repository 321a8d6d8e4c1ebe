import type { PreTokenGenerationTriggerEvent } from 'aws-lambda'
import { rejectedSignIns } from '#shared/values/metrics.ts'
import { errorFields, log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { Table } from '#platform/table/table.ts'
import { unconfirmedMessage } from '#platform/user-pool/unconfirmed.ts'
import { type AccountRepository, accountRepository } from '../account.repository.ts'
import { type SessionRepository, sessionRepository } from '../session.repository.ts'

type Event = PreTokenGenerationTriggerEvent

interface Dependencies {
  readonly accounts: AccountRepository
  readonly sessions: SessionRepository
}

/**
 * Rejects sign-ins to deleted and unverified accounts. It runs after the password or link has been checked, so
 * its error messages do not reveal to anonymous callers which addresses have an account.
 *
 * @throws Error with the message that the user pool passes on to the sign-in form
 */
export const handle = async (event: Event, deps: Dependencies): Promise<Event> => {
  const userId = event.request.userAttributes['sub'] ?? event.userName
  const account = await deps.accounts.find(userId)
  if (account === undefined) throw new Error('Invalid login credentials')
  if (account.profile.email_verified_at === undefined) {
    // Lambda counts this rejection as an error of the function. The metric keeps it from raising the alarm.
    countMetrics({ [rejectedSignIns]: 1 })
    throw new Error(unconfirmedMessage)
  }
  if (event.triggerSource !== 'TokenGeneration_RefreshTokens') await recordSignIn(userId, deps)
  return event
}

/**
 * Records the time of the sign-in. A failure is logged and does not reject the sign-in. Reads the clock here, so that
 * the recorded time is as close as possible to the time in the tokens.
 */
const recordSignIn = async (userId: string, { sessions }: Dependencies): Promise<void> => {
  try {
    await sessions.recordSignIn(userId, new Date())
  } catch (error) {
    log.warn('sign-in time not recorded', { userId, ...errorFields(error) })
  }
}

const table = new Table()
const deps = { accounts: accountRepository(table), sessions: sessionRepository(table) }
export const handler = (event: Event): Promise<Event> => handle(event, deps)

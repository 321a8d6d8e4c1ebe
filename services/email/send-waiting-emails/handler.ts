import { sendEmail } from '#platform/email/send.ts'
import { storagePeriods } from '#shared/values/retention.ts'
import { clockFrom, timeLimit } from '#platform/clock.ts'
import { errorFields, log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { keys } from '#platform/table/keys.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Table } from '#platform/table/table.ts'
import { deliver, type DeliveryDependencies } from '../deliver.ts'
import { emailProblemRepository } from '../email-problem.repository.ts'
import { type OutboxRepository, outboxRepository, type WaitingEmail } from '../outbox.repository.ts'

interface Dependencies extends DeliveryDependencies {
  readonly outbox: Pick<OutboxRepository, 'claim' | 'release' | 'markDone' | 'listWaiting'>
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Age at which an email is overdue. Until then, the stream is still trying. */
const overdueMs = 2 * minuteMs

/** Age at which a waiting email raises the alarm LateEmails. Links in emails are valid for 15 minutes to a day. */
const lateMs = 60 * minuteMs

/**
 * Failures after which a run stops. The next one continues with the others, so that a long failure of SES never outlasts
 * a run.
 */
const maxFailures = 20

/**
 * Time after which a run sends no further email, in milliseconds. Lambda ends it after 120 seconds, and an email that was
 * being sent at that moment would be sent again.
 */
const maxRunMs = 90_000

/** Age at which an email that SES rejects as invalid is marked as failed. A day leaves time to roll back a release. */
const invalidEmailMs = dayMs

const ageOf = ({ createdAt }: WaitingEmail, now: Date): number => now.getTime() - createdAt.getTime()

/**
 * Returns whether an email is not tried again. Errors other than `BadRequestException` end when an operator removes their
 * cause, such as a sender that is not verified.
 *
 * @see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
const shouldStopTrying = (email: WaitingEmail, error: unknown, now: Date): boolean => {
  const isInvalid = error instanceof Error && error.name === 'BadRequestException'
  const maxAgeMs = isInvalid ? invalidEmailMs : storagePeriods.sentEmail.days * dayMs
  return ageOf(email, now) >= maxAgeMs
}

/** Marks an email as failed, so that it is not sent again. Returns false if another run is sending it or has sent it. */
const markFailed = async ({ cause }: WaitingEmail, { outbox }: Dependencies, now: Date): Promise<boolean> => {
  const claim = await outbox.claim(cause, now)
  if (typeof claim === 'string') return false
  await outbox.markDone(claim.email, 'failed', now)
  return true
}

/** Sends one email. A failure is logged: the next run tries this email again, and the others do not wait for it. */
const attempt = async (
  email: WaitingEmail,
  deps: Dependencies,
  now: Date,
): Promise<'sent' | 'expired' | 'done' | 'busy' | 'failed'> => {
  // An operator finds the recipient by the key. It contains ids and hashes only.
  const { pk: outboxKey } = keys.outboxEmail(email.cause)
  try {
    const outcome = await deliver(email.cause, now, deps)
    if (outcome === 'expired') log.info('email not sent, because its link has expired', { outboxKey })
    return outcome === 'stopped' ? 'done' : outcome
  } catch (error) {
    log.error('waiting email not sent', { outboxKey, ...errorFields(error) })
    if (shouldStopTrying(email, error, now) && (await markFailed(email, deps, now))) {
      const name = error instanceof Error ? error.name : undefined
      log.error('waiting email given up', { outboxKey, error: name })
    }
    return 'failed'
  }
}

/**
 * Sends the emails that the stream gave up on. A record in the dead-letter queue names no email, but the outbox keeps
 * every email until it is sent or given up. Counts emails that have waited for more than an hour.
 *
 * @returns `left` is the number of emails that this run did not try, or that another run was sending. `expired` is the
 *   number of emails that were not sent because their links had expired. It is absent if no email was
 */
export const handle = async (
  deps: Dependencies,
  now: Date,
): Promise<{ sent: number; failed: number; left: number; expired?: number }> => {
  // Each email is claimed at its own time. With the time of the run, the claim of a later one would count as abandoned.
  const clock = clockFrom(now)
  const isTimeUp = timeLimit(maxRunMs)
  const waiting = await deps.outbox.listWaiting(new Date(now.getTime() - overdueMs))
  // Count before the attempts, because Lambda stops a run that waits too long for SES.
  const late = waiting.filter((email) => ageOf(email, now) > lateMs).length
  if (late > 0) countMetrics({ LateEmails: late })
  const results = { sent: 0, failed: 0, expired: 0, done: 0, busy: 0 }
  for (const email of waiting) {
    if (results.failed === maxFailures || isTimeUp()) break
    results[await attempt(email, deps, clock())] += 1
  }
  const { sent, failed, expired, done } = results
  const left = waiting.length - sent - failed - expired - done
  log.info('waiting emails sent', { sent, failed, expired, left, late })
  return { sent, failed, left, ...(expired === 0 ? {} : { expired }) }
}

const table = new Table()
const outbox = outboxRepository(table)
const problems = emailProblemRepository(table)
export const handler = scheduled((now) => handle({ outbox, problems, sendEmail }, now))

import { sendEmail } from '#platform/email/send.ts'
import { errorFields, log } from '#platform/log.ts'
import { Table } from '#platform/table/table.ts'
import { deliver, type DeliveryDependencies } from '../deliver.ts'
import { emailProblemRepository } from '../email-problem.repository.ts'
import { type OutboxRepository, outboxRepository } from '../outbox.repository.ts'

interface Dependencies extends DeliveryDependencies {
  readonly outbox: Pick<OutboxRepository, 'claim' | 'release' | 'markDone' | 'listWaiting'>
}

/** Age in milliseconds at which an email is overdue. Until then, the stream is still trying. */
const overdueMs = 2 * 60_000

/** A run stops here. The next one continues, so that a long failure of SES never outlasts a run. */
const maxFailures = 20

/**
 * Sends the emails that the stream gave up on. A record in the dead-letter queue names no email, but the outbox keeps
 * every email until it is sent.
 */
export const handle = async (deps: Dependencies, now: Date): Promise<{ sent: number; failed: number }> => {
  let sent = 0
  let failed = 0
  for (const cause of await deps.outbox.listWaiting(new Date(now.getTime() - overdueMs))) {
    if (failed === maxFailures) break
    try {
      if ((await deliver(cause, now, deps)) === 'sent') sent += 1
    } catch (error) {
      // The next run tries this email again. The others do not wait for it.
      log.error('waiting email not sent', errorFields(error))
      failed += 1
    }
  }
  log.info('waiting emails sent', { sent, failed })
  return { sent, failed }
}

const table = new Table()
const outbox = outboxRepository(table)
const problems = emailProblemRepository(table)
export const handler = () => handle({ outbox, problems, sendEmail }, new Date())

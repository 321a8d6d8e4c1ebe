import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { errorFields, log } from '#platform/log.ts'
import { sendEmail } from '#platform/email/send.ts'
import { keys } from '#platform/table/keys.ts'
import { Table } from '#platform/table/table.ts'
import { deliver, type DeliveryDependencies } from '../deliver.ts'
import { emailProblemRepository } from '../email-problem.repository.ts'
import { outboxRepository } from '../outbox.repository.ts'

const causeOf = (record: DynamoDBRecord): string => {
  const cause = record.dynamodb?.NewImage?.['cause']?.S
  if (cause === undefined) throw new Error('An outbox item has no cause')
  return cause
}

const outcomes = {
  sent: 'email sent',
  stopped: 'email stopped',
  expired: 'email not sent, because its link has expired',
  done: 'email already sent, stopped, given up or deleted',
} as const

/**
 * Sends the emails of a stream batch. Stops at the first email that fails: the stream retries its record and those
 * after it. When the retries are used up, the record goes to the dead-letter queue, which has an alarm, and
 * `send-waiting-emails` sends the email.
 */
export const handle = async (
  event: DynamoDBStreamEvent,
  deps: DeliveryDependencies,
): Promise<DynamoDBBatchResponse> => {
  for (const record of event.Records) {
    if (record.eventName !== 'INSERT') continue
    const cause = causeOf(record)
    // An operator finds the recipient by the key. It contains ids and hashes only.
    const { pk: outboxKey } = keys.outboxEmail(cause)
    try {
      const outcome = await deliver(cause, new Date(), deps)
      // The other run can still fail. The stream tries again until the email is done.
      if (outcome === 'busy') throw new Error('Another run is sending this email')
      log.info(outcomes[outcome], { outboxKey })
    } catch (error) {
      log.error('email not sent', { outboxKey, ...errorFields(error) })
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] }
    }
  }
  return { batchItemFailures: [] }
}

const table = new Table()
const outbox = outboxRepository(table)
const problems = emailProblemRepository(table)
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  handle(event, { outbox, problems, sendEmail })

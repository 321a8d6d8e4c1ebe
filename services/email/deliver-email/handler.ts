import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { errorFields, log } from '#platform/log.ts'
import { sendEmail } from '#platform/email/send.ts'
import type { OutboxRecord } from '#platform/email/outbox.ts'
import { Table } from '#platform/table/table.ts'
import { type OutboxRepository, outboxRepository } from '../outbox.repository.ts'
import { renderHtml, renderText } from '../templates/layout.ts'
import { renderEmail } from '../templates/render-email.ts'

export interface Dependencies {
  readonly outbox: OutboxRepository
  readonly sendEmail: typeof sendEmail
}

const send = async (
  { to, reply_to: replyTo, content }: OutboxRecord,
  deps: Pick<Dependencies, 'sendEmail'>,
) => {
  if (content === undefined) throw new Error('A waiting email has no content')
  const email = renderEmail(content)
  await deps.sendEmail({
    to,
    subject: email.subject,
    html: renderHtml(email),
    text: renderText(email),
    ...(replyTo === undefined ? {} : { replyTo }),
  })
}

/**
 * Sends one email. SES takes no idempotency key, so the claim in the table limits each cause to one email.
 * If a run fails between sending and marking as sent, or the response from SES is lost, the email is sent
 * again: a duplicate is better than a lost email.
 */
const deliver = async (cause: string, now: Date, deps: Dependencies): Promise<void> => {
  const { outbox } = deps
  const claim = await outbox.claim(cause, now)
  if (claim === 'done') return
  if (claim === 'busy') throw new Error('Another run is sending this email')
  try {
    await send(claim.email, deps)
  } catch (error) {
    await outbox.release(cause)
    throw error
  }
  await outbox.markSent(claim.email, now)
}

const causeOf = (record: DynamoDBRecord): string => {
  const cause = record.dynamodb?.NewImage?.['cause']?.S
  if (cause === undefined) throw new Error('An outbox item has no cause')
  return cause
}

/**
 * Sends the emails of a stream batch. Stops at the first email that fails: the stream retries it and the
 * records after it, and moves it to the dead-letter queue, which has an alarm, when the retries are used up.
 */
export const handle = async (
  event: DynamoDBStreamEvent,
  deps: Dependencies,
): Promise<DynamoDBBatchResponse> => {
  for (const record of event.Records) {
    if (record.eventName !== 'INSERT') continue
    try {
      await deliver(causeOf(record), new Date(), deps)
      log.info('email sent')
    } catch (error) {
      log.error('email not sent', errorFields(error))
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] }
    }
  }
  return { batchItemFailures: [] }
}

const outbox = outboxRepository(new Table())
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  handle(event, { outbox, sendEmail })

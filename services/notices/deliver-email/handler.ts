import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { faultFields, log } from '../../platform/log.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { OutboxRecord } from '../../platform/mail/outbox.ts'
import { Table } from '../../platform/table/table.ts'
import { outboxRepository } from '../outbox.repository.ts'
import { renderHtml, renderText } from '../templates/layout.ts'
import { letterOf } from '../templates/letters.ts'

const outbox = outboxRepository(new Table())

const send = async ({ to, reply_to: replyTo, content }: OutboxRecord) => {
  if (content === undefined) throw new Error('A mail that waits has lost its words')
  const letter = letterOf(content)
  await sendMail({
    to,
    subject: letter.subject,
    html: renderHtml(letter),
    text: renderText(letter),
    ...(replyTo === undefined ? {} : { replyTo }),
  })
}

/**
 * Sends one mail. SES takes no idempotency key, so the claim in the table is what keeps one cause to one
 * mail. A run that dies between sending and noting it, or whose answer from SES is lost, sends the mail
 * again: twice, in those cases, is better than never.
 */
const deliver = async (cause: string, now: Date): Promise<void> => {
  const claim = await outbox.claim(cause, now)
  if (claim === 'done') return
  if (claim === 'busy') throw new Error('Another run has this mail')
  try {
    await send(claim.mail)
  } catch (fault) {
    await outbox.release(cause)
    throw fault
  }
  await outbox.sent(claim.mail, now)
}

const causeOf = (record: DynamoDBRecord): string => {
  const cause = record.dynamodb?.NewImage?.['cause']?.S
  if (cause === undefined) throw new Error('An outbox item has no cause')
  return cause
}

/**
 * Sends what the stream brings. The first mail that fails stops the batch: the stream brings it, and what
 * follows, again, and parks it where an alarm sees it when it keeps failing.
 */
export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  for (const record of event.Records) {
    if (record.eventName !== 'INSERT') continue
    try {
      await deliver(causeOf(record), new Date())
      log.info('mail sent')
    } catch (fault) {
      log.error('mail not sent', faultFields(fault))
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] }
    }
  }
  return { batchItemFailures: [] }
}

import * as z from 'zod/mini'
import { parseItem } from '#platform/parse-each.ts'
import { retainedUntil } from '#shared/rules/retention.ts'
import { brand } from '#shared/values/brand.ts'
import { hashOf } from '#platform/crypto.ts'
import { findGivenUpAt, isWithin, type Span } from '#platform/account/former-address.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { inboxWrite, type MessageRecord, messageRecord } from '#platform/table/inbox.ts'
import { contactReplyPrefix, keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { check, putNew, type Write } from '#platform/table/write.ts'

export interface ContactMessage {
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly message: string
}

const receivedMessage = z.object({
  pk: z.string(),
  sk: z.string(),
  reference: z.string(),
  received_at: z.string(),
})
export type ReceivedMessage = z.infer<typeof receivedMessage>

const storedMessage = z.extend(receivedMessage, {
  email: z.string(),
  message: z.string(),
})
/** A message with its text and its sender's address, which is not verified. */
export type StoredMessage = z.infer<typeof storedMessage>

/** Reads the id of a message from its partition key. */
const idOfKey = (pk: string): string => pk.slice(keys.contactMessage('').pk.length)

/** Characters of a reference: short enough to read out on the phone. */
const referenceLength = 8

/**
 * Returns the same id for the same message from the same sender on the same day (UTC).
 *
 * @param givenUpAt time at which an account last gave up the sender's address. If the deletion of that account was
 * interrupted, it still deletes the messages from before. A message that is sent again later needs another id
 */
const idOf = (
  { name, email, subject, message }: ContactMessage,
  now: Date,
  givenUpAt: string | undefined,
): string => {
  const day = now.toISOString().slice(0, 10)
  const parts = [name, email, subject, message, day, givenUpAt]
  return hashOf(JSON.stringify(parts.filter((part) => part !== undefined)))
}

/** Returns the fields that make DynamoDB and the retention run delete an item after a time. */
const expiryFields = (until: string) => ({
  ...keys.retention(until),
  expires_at_epoch_seconds: Math.ceil(Date.parse(until) / 1000),
})

/**
 * Queues two emails: one to the support team, whose replies go to the sender, and a receipt to the sender. Their causes
 * contain the time, because the records of sent emails outlive a message that was deleted and is sent again.
 */
const emailWrites = (
  id: string,
  reference: string,
  message: ContactMessage,
  now: Date,
): Write<'already_queued'>[] => [
  emailWrite({
    cause: `contact:${id}:${now.toISOString()}`,
    to: brand.supportEmail,
    replyTo: message.email,
    content: { template: 'contact-message', ...message, reference },
    now,
  }),
  emailWrite({
    cause: `contact-receipt:${id}:${now.toISOString()}`,
    to: message.email,
    content: { template: 'contact-receipt', reference, received_at: now.toISOString() },
    now,
  }),
]

/** Stores messages from the contact page. */
export const contactRepository = (table: Table) => ({
  /** Stores a message and queues two emails: one to the support team and a receipt to the sender. */
  async receive(message: ContactMessage, now: Date): Promise<void> {
    const id = idOf(message, now, await findGivenUpAt(table, message.email))
    const reference = id.slice(0, referenceLength).toUpperCase()
    const until = retainedUntil('contact', now)
    const item = {
      entity: 'contact',
      ...message,
      reference,
      received_at: now.toISOString(),
      ...keys.contactFrom(message.email, now.toISOString()),
      ...expiryFields(until),
    }
    // The transaction fails only if the same message is stored already, with both emails.
    await table.transact(
      putNew(keys.contactMessage(id), item, 'received_before'),
      inboxWrite({ id, user_id: null, reference, name: message.name, topic: message.subject }, now),
      ...emailWrites(id, reference, message, now),
    )
  },

  /** Lists the messages sent with an email address. The address was never verified. */
  async listFrom(email: string): Promise<ReceivedMessage[]> {
    const items = await table.listByIndex(keys.contactFrom(email, '').gsi1pk)
    return items.map((item) => parseItem(receivedMessage, item))
  },

  /** Deletes the messages sent with an email address within a span. */
  async deleteFrom({ email, ...span }: Span & { readonly email: string }): Promise<void> {
    const messages = await this.listFrom(email)
    for (const { pk, sk } of messages.filter(({ received_at: at }) => isWithin(span, at))) {
      const id = idOfKey(pk)
      await table.delete(keys.inboxItem(id))
      for (const reply of await table.list(pk, contactReplyPrefix))
        await table.delete({ pk, sk: String(reply['sk']) })
      await table.delete({ pk, sk })
    }
  },

  /** Returns a message with its replies, or undefined if it does not exist. */
  async find(id: string): Promise<{ message: StoredMessage; replies: MessageRecord[] } | undefined> {
    const message = await table.find(keys.contactMessage(id), storedMessage)
    if (message === undefined) return undefined
    const replies = await table.list(keys.contactMessage(id).pk, contactReplyPrefix)
    return { message, replies: replies.map((reply) => parseItem(messageRecord, reply)) }
  },

  /**
   * Returns the writes that store a reply with its message, which must still exist. The reply is kept for as
   * long as the message.
   *
   * @param replyId derived from the reply, so that a repeated request fails with the outcome `duplicate`
   */
  replyWrites(
    message: StoredMessage,
    replyId: string,
    reply: Omit<MessageRecord, 'entity' | 'reference'>,
  ): Write<'duplicate' | 'gone'>[] {
    const id = idOfKey(message.pk)
    const record: MessageRecord = { entity: 'contact_reply', reference: message.reference, ...reply }
    const until = retainedUntil('contact', new Date(message.received_at))
    return [
      putNew(
        keys.contactReply(id, replyId),
        {
          ...record,
          ...expiryFields(until),
        },
        'duplicate',
      ),
      check(keys.contactMessage(id), { onlyIf: 'attribute_exists(pk)', otherwise: 'gone' }),
    ]
  },
})

export type ContactRepository = ReturnType<typeof contactRepository>

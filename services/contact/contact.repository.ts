import * as z from 'zod/mini'
import { keptUntil } from '#shared/rules/retention.ts'
import { brand } from '#shared/values/brand.ts'
import { hashOf } from '#platform/crypto.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { putNew } from '#platform/table/write.ts'

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

/** Characters of a reference: short enough to read out on the phone. */
const referenceLength = 8

/** Returns the same id for the same message from the same sender on the same day (UTC). */
const idOf = ({ name, email, subject, message }: ContactMessage, now: Date): string =>
  hashOf(JSON.stringify([name, email, subject, message, now.toISOString().slice(0, 10)]))

/** Stores messages from the contact page. */
export const contactRepository = (table: Table) => ({
  /** Stores a message and queues two emails: one to the support team and a receipt to the sender. */
  async receive(message: ContactMessage, now: Date): Promise<void> {
    const id = idOf(message, now)
    const reference = id.slice(0, referenceLength).toUpperCase()
    const retainedUntil = keptUntil('contact', now)
    const item = {
      entity: 'contact',
      ...message,
      reference,
      received_at: now.toISOString(),
      expires_at_epoch_seconds: Math.ceil(Date.parse(retainedUntil) / 1000),
      ...keys.contactFrom(message.email, now.toISOString()),
      ...keys.retention(retainedUntil),
    }
    // The transaction fails only if the same message was stored before, with both emails.
    await table.transact(
      putNew(keys.contactMessage(id), item, 'received_before'),
      emailWrite({
        cause: `contact:${id}`,
        to: brand.supportEmail,
        replyTo: message.email,
        content: { template: 'contact-message', ...message, reference },
        now,
      }),
      emailWrite({
        cause: `contact-receipt:${id}`,
        to: message.email,
        content: { template: 'contact-receipt', reference, received_at: now.toISOString() },
        now,
      }),
    )
  },

  /** Lists the messages sent with an email address. The address was never verified. */
  async listFrom(email: string): Promise<ReceivedMessage[]> {
    const items = await table.listByIndex(keys.contactFrom(email, '').gsi1pk)
    return items.map((item) => receivedMessage.parse(item))
  },

  /** Deletes the messages sent with an email address. */
  async deleteFrom(email: string): Promise<void> {
    for (const { pk, sk } of await this.listFrom(email)) await table.delete({ pk, sk })
  },
})

export type ContactRepository = ReturnType<typeof contactRepository>

import * as z from 'zod'
import { keptUntil } from '../../shared/rules/retention.ts'
import { brand } from '../../shared/values/brand.ts'
import { hashOf } from '../platform/crypto.ts'
import { mailWrite } from '../platform/mail/outbox.ts'
import { keys } from '../platform/table/keys.ts'
import { putNew, type Table } from '../platform/table/table.ts'

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

/** Short enough to read out on the phone. */
const referenceLength = 8

/** The same words from the same person on the same day (UTC) are the same message, sent once more. */
const idOf = ({ name, email, subject, message }: ContactMessage, now: Date): string =>
  hashOf(JSON.stringify([name, email, subject, message, now.toISOString().slice(0, 10)]))

/** Messages from the contact page. */
export const contactRepository = (table: Table) => ({
  /** Keeps a message together with the two mails about it: to those who answer it, and to its sender. */
  async receive(written: ContactMessage, now: Date): Promise<void> {
    const id = idOf(written, now)
    const reference = id.slice(0, referenceLength).toUpperCase()
    const until = keptUntil('contact', now)
    const item = {
      entity: 'contact',
      ...written,
      reference,
      received_at: now.toISOString(),
      expiresAtEpochSeconds: Math.ceil(Date.parse(until) / 1000),
      ...keys.contactFrom(written.email, now.toISOString()),
      ...keys.retention(until),
    }
    // What is lost here is lost to an earlier try with the same words, which did all of this.
    await table.transact(
      putNew(keys.contactMessage(id), item, 'received_before'),
      mailWrite({
        cause: `contact:${id}`,
        to: brand.supportEmail,
        replyTo: written.email,
        content: { template: 'contact-message', ...written, reference },
        now,
      }),
      mailWrite({
        cause: `contact-receipt:${id}`,
        to: written.email,
        content: { template: 'contact-receipt', reference, receivedAt: now.toISOString() },
        now,
      }),
    )
  },

  /** The messages that came with an address; whether its owner wrote them nobody has checked. */
  async from(email: string): Promise<ReceivedMessage[]> {
    const items = await table.listAllByIndex(keys.contactFrom(email, '').gsi1pk)
    return items.map((item) => receivedMessage.parse(item))
  },

  /** Deletes the messages that came with an address. */
  async forget(email: string): Promise<void> {
    for (const { pk, sk } of await this.from(email)) await table.delete({ pk, sk })
  },
})

export type ContactRepository = ReturnType<typeof contactRepository>

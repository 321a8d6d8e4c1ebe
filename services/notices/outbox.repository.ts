import * as z from 'zod'
import { keepDeliveredSeconds, type OutboxRecord, outboxRecord } from '../platform/mail/outbox.ts'
import { keys } from '../platform/table/keys.ts'
import { type Table, update } from '../platform/table/table.ts'

/** A claim older than this was left by a run that died: the mail is taken up again. Seconds. */
const claimSeconds = 60

/** A mail as the index lists it. */
const listedMail = outboxRecord.extend({ sent_at: z.string().optional() })

/** The receipt of a guest pass brings the pass back: it belongs to whoever has it, not to an account. */
const isOfGuest = ({ content }: z.infer<typeof listedMail>): boolean =>
  content?.template === 'pass' && content.guest

export type Claim = { readonly mail: OutboxRecord } | 'done' | 'busy'

export const outboxRepository = (table: Table) => ({
  /** Takes a mail to send it: one run at a time has it. `done` when it was sent before. */
  async claim(cause: string, now: Date): Promise<Claim> {
    const stale = new Date(now.getTime() - claimSeconds * 1000).toISOString()
    const { lost } = await table.transact(
      update(keys.mail(cause), 'SET #status = :sending, claimed_at = :now', {
        onlyIf: '#status = :waiting OR (#status = :sending AND claimed_at < :stale)',
        names: { '#status': 'status' },
        values: { ':waiting': 'waiting', ':sending': 'sending', ':now': now.toISOString(), ':stale': stale },
      }),
    )
    const mail = await table.find(keys.mail(cause), outboxRecord)
    if (lost === undefined && mail !== undefined) return { mail }
    return mail === undefined || mail.status === 'sent' ? 'done' : 'busy'
  },

  /**
   * Notes that a mail went out and forgets its words: links in them are secrets. One that was withdrawn while
   * it was being sent does not come back.
   */
  async sent({ cause, forget_when_sent: forget }: OutboxRecord, now: Date): Promise<void> {
    if (forget) return table.delete(keys.mail(cause))
    await table.transact(
      update(
        keys.mail(cause),
        'SET #status = :sent, sent_at = :now, expiresAtEpochSeconds = :expires REMOVE content, reply_to',
        {
          onlyIf: 'attribute_exists(pk)',
          names: { '#status': 'status' },
          values: {
            ':sent': 'sent',
            ':now': now.toISOString(),
            ':expires': Math.ceil(now.getTime() / 1000) + keepDeliveredSeconds,
          },
        },
      ),
    )
  },

  /** What is known of the mails to an address: those that wait, and those of the last 30 days. */
  async sentTo(email: string) {
    const items = await table.listAllByIndex(keys.mailsTo(email, '').gsi1pk)
    return items.map((item) => listedMail.parse(item))
  },

  /**
   * Withdraws the mails to an address that wait, and forgets those that were sent.
   *
   * @param cause the one that is to go out all the same
   */
  async forget(email: string, cause: string): Promise<void> {
    for (const mail of await this.sentTo(email))
      if (mail.cause !== cause && !isOfGuest(mail)) await table.delete(keys.mail(mail.cause))
  },

  /** Gives a mail back whose sending failed, or whose answer was lost: it is sent at the next try. */
  async release(cause: string): Promise<void> {
    await table.transact(
      update(keys.mail(cause), 'SET #status = :waiting REMOVE claimed_at', {
        onlyIf: '#status = :sending',
        names: { '#status': 'status' },
        values: { ':waiting': 'waiting', ':sending': 'sending' },
      }),
    )
  },
})

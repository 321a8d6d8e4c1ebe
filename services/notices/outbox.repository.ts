import { keepDeliveredSeconds, type OutboxRecord, outboxRecord } from '../platform/mail/outbox.ts'
import { keys } from '../platform/table/keys.ts'
import { type Table, update } from '../platform/table/table.ts'

/** A claim older than this was left by a run that died: the mail is taken up again. Seconds. */
const claimSeconds = 60

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

  /** Notes that a mail went out and forgets its words: links in them are secrets. */
  async sent(cause: string, now: Date): Promise<void> {
    await table.transact(
      update(
        keys.mail(cause),
        'SET #status = :sent, sent_at = :now, expiresAtEpochSeconds = :expires REMOVE content',
        {
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

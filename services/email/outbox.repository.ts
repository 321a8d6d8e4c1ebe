import * as z from 'zod/mini'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'
import { storagePeriods } from '#shared/values/retention.ts'
import { type OutboxRecord, outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { parseEach, parseItem } from '#platform/parse-each.ts'
import type { Table } from '#platform/table/table.ts'
import { update } from '#platform/table/write.ts'

/** Retention of the record that an email was sent, without the email's content. */
const sentEmailRetentionSeconds = storagePeriods.sentEmail.days * 24 * 3600

/** Age in seconds after which a claim counts as abandoned, and another run may send the email. */
const claimSeconds = 60

/**
 * An email whose content is not checked until it is sent. A release that was rolled back may have stored content that this
 * one cannot send, and one such email must not keep the others from being listed or sent.
 */
const storedEmail = z.extend(outboxRecord, {
  content: z.optional(z.looseObject({ template: z.string() })),
  sent_at: z.optional(z.string()),
})
export type StoredEmail = z.infer<typeof storedEmail>

const isUnsent = (email: StoredEmail | undefined): boolean =>
  email?.status === 'waiting' || email?.status === 'sending'

/** Statuses of emails that are not sent again. */
type DoneStatus = Exclude<OutboxRecord['status'], 'waiting' | 'sending'>

export interface WaitingEmail {
  readonly cause: string
  readonly createdAt: Date
}

export type Claim = { readonly email: StoredEmail } | 'done' | 'busy'

/** Stores which emails of the outbox are waiting, being sent, sent, stopped or failed. `emailWrite` adds them. */
export const outboxRepository = (table: Table) => ({
  /**
   * Claims an email for sending. Only one run at a time holds the claim.
   *
   * @returns `done` when the email was sent, stopped, given up or deleted before, `busy` while another run holds the claim
   */
  async claim(cause: string, now: Date): Promise<Claim> {
    const stale = new Date(now.getTime() - claimSeconds * 1000).toISOString()
    const { failedCondition } = await table.transact(
      update(keys.outboxEmail(cause), 'SET #status = :sending, claimed_at = :now', {
        onlyIf: '#status = :waiting OR (#status = :sending AND claimed_at < :stale)',
        names: { '#status': 'status' },
        values: { ':waiting': 'waiting', ':sending': 'sending', ':now': now.toISOString(), ':stale': stale },
      }),
    )
    const email = await table.find(keys.outboxEmail(cause), storedEmail)
    if (failedCondition === undefined && email !== undefined) return { email }
    return isUnsent(email) ? 'busy' : 'done'
  },

  /**
   * Marks an email as sent, stopped or failed, and removes its content, because links in it are secrets. Deletes it instead
   * if its account is deleted. Does nothing if the email was deleted in the meantime.
   */
  async markDone(email: StoredEmail, status: DoneStatus, now: Date): Promise<void> {
    const { cause, forget_when_sent: forget } = email
    if (forget) return table.delete(keys.outboxEmail(cause))
    const { failedCondition } = await table.transact(
      update(
        keys.outboxEmail(cause),
        `SET #status = :status, ${status}_at = :now, expires_at_epoch_seconds = :expires REMOVE content, reply_to, gsi2pk, gsi2sk`,
        {
          onlyIf: 'attribute_exists(pk) AND attribute_not_exists(forget_when_sent)',
          names: { '#status': 'status' },
          values: {
            ':status': status,
            ':now': now.toISOString(),
            ':expires': Math.ceil(now.getTime() / 1000) + sentEmailRetentionSeconds,
          },
          // The account was deleted after this email was claimed.
          otherwise: 'forget',
        },
      ),
    )
    if (failedCondition !== undefined) await table.delete(keys.outboxEmail(cause))
  },

  /**
   * Lists the emails that were queued before a time and are not sent. Those whose latest attempt is the longest ago come
   * first, so that emails which always fail do not hold up the others.
   */
  async listWaiting(before: Date): Promise<WaitingEmail[]> {
    // Reads no texts, because thousands of emails wait if an outage occurs on the day of the library email.
    const emails: (WaitingEmail & { readonly triedAt: string })[] = []
    for await (const item of table.eachDue(keys.waitingEmails('').gsi2pk, before.toISOString())) {
      const read = parseEach([item], (one) => storedEmail.parse(one))
      for (const { cause, created_at: createdAt, tried_at: triedAt = '' } of read)
        emails.push({ cause, createdAt: new Date(createdAt), triedAt })
    }
    return emails.toSorted((a, b) => compareCodeUnits(a.triedAt, b.triedAt))
  },

  /** Lists the emails to an address: those in the outbox and those sent in the last 30 days. */
  async listFor(address: string) {
    const items = await table.listByIndex(keys.emailsTo(address, '').gsi1pk)
    return items.map((item) => parseItem(storedEmail, item))
  },

  /**
   * Releases the claim on an email that could not be sent, so that the next attempt sends it. Leaves a later claim.
   *
   * @param now the time of the claim
   */
  async release(cause: string, now: Date): Promise<void> {
    await table.transact(
      update(keys.outboxEmail(cause), 'SET #status = :waiting, tried_at = :now REMOVE claimed_at', {
        onlyIf: '#status = :sending AND claimed_at = :now',
        names: { '#status': 'status' },
        values: { ':waiting': 'waiting', ':sending': 'sending', ':now': now.toISOString() },
      }),
    )
  },
})

export type OutboxRepository = ReturnType<typeof outboxRepository>

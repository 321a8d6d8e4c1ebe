import * as z from 'zod/mini'
import { type ChatDeletion, chatDeletionReminder } from '#shared/rules/chat-deletion.ts'
import { brand } from '#shared/values/brand.ts'
import { auditWrite } from '#platform/table/audit.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, update } from '#platform/table/write.ts'

const deletionRecord = z.object({
  entity: z.literal('chat_deletion'),
  cutoff: z.string(),
  requested_at: z.string(),
  reminded_on: z.string(),
  confirmed_at: z.optional(z.string()),
})

interface Confirmation {
  readonly cutoff: string
  readonly adminId: string
  readonly now: Date
}

const toDeletion = (record: z.infer<typeof deletionRecord>): ChatDeletion => ({
  cutoff: record.cutoff,
  requestedAt: record.requested_at,
  remindedOn: record.reminded_on,
  confirmedAt: record.confirmed_at,
})

/** Stores the latest request to delete old conversations by hand. It is not about a person. */
export const chatDeletionRepository = (table: Table) => ({
  async find(): Promise<ChatDeletion | undefined> {
    const record = await table.find(keys.chatDeletion(), deletionRecord)
    return record && toDeletion(record)
  },

  /** Queues the reminder that is due now and stores what it asks for. A concurrent run queues it once. */
  async remind(latest: ChatDeletion | undefined, link: string, now: Date): Promise<void> {
    const due = chatDeletionReminder(latest, now)
    if (due === undefined) return
    const { cutoff, requestedAt: requested_at, remindedOn: reminded_on } = due
    const record: z.infer<typeof deletionRecord> = {
      entity: 'chat_deletion',
      cutoff,
      requested_at,
      reminded_on,
    }
    await table.transact(
      put(keys.chatDeletion(), record, {
        ...(latest === undefined
          ? { onlyIf: 'attribute_not_exists(pk)' }
          : {
              // A confirmation in the meantime must not be overwritten.
              onlyIf: `reminded_on = :reminded AND attribute_${latest.confirmedAt === undefined ? 'not_exists' : 'exists'}(confirmed_at)`,
              values: { ':reminded': latest.remindedOn },
            }),
        otherwise: 'changed_meanwhile',
      }),
      emailWrite({
        cause: `chat-deletion:${cutoff}:${reminded_on}`,
        to: brand.supportEmail,
        content: { template: 'chat-deletion', cutoff, requested_at, link },
        now,
      }),
    )
  },

  /** Records a deletion with its audit entry. Returns false if there is no open request with this cutoff. */
  async confirm({ cutoff, adminId, now }: Confirmation): Promise<boolean> {
    const { failedCondition } = await table.transact(
      update(keys.chatDeletion(), 'SET confirmed_at = :now', {
        onlyIf: 'cutoff = :cutoff AND attribute_not_exists(confirmed_at)',
        values: { ':now': now.toISOString(), ':cutoff': cutoff },
        otherwise: 'not_open',
      }),
      auditWrite({
        action: 'chats-deleted',
        by: { id: adminId },
        subject: { kind: 'inbox' },
        about: `conversations before ${cutoff}`,
        now,
      }),
    )
    return failedCondition === undefined
  },
})

export type ChatDeletionRepository = ReturnType<typeof chatDeletionRepository>

import type { OutgoingEmail } from '#platform/email/send.ts'
import type { Table } from '#platform/table/table.ts'
import { emailProblemRepository, outboxRepository } from '#services/email/public.ts'
import { handle } from '#services/email/send-waiting-emails/handler.ts'

/** Sends the emails that wait in the outbox of a table in memory, and returns them. */
export const sendWaitingEmails = async (table: Table, now: Date): Promise<OutgoingEmail[]> => {
  const sent: OutgoingEmail[] = []
  const deps = {
    outbox: outboxRepository(table),
    problems: emailProblemRepository(table),
    sendEmail: async (email: OutgoingEmail) => void sent.push(email),
  }
  // Emails count as waiting only some minutes after they were queued.
  await handle(deps, new Date(now.getTime() + 3600_000))
  return sent
}

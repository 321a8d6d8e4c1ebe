import { deliver } from '#services/email/deliver.ts'
import { emailProblemRepository } from '#services/email/email-problem.repository.ts'
import { outboxRepository } from '#services/email/outbox.repository.ts'
import { type ChaosWorld, recordEmails } from './chaos-world.ts'

/** Lists the causes of the unsent emails by the time of their last attempt, oldest first. */
export const listUnsent = async ({ billing }: ChaosWorld): Promise<string[]> => {
  const emails = await outboxRepository(billing.table).listWaiting(new Date('9999-01-01'))
  return emails.map(({ cause }) => cause)
}

/** Delivers an email as the functions do. */
const deliverOne = async (chaos: ChaosWorld, cause: string): Promise<void> => {
  const { billing, faults } = chaos
  if (!chaos.emails.has(cause)) recordEmails(chaos)
  const email = chaos.emails.get(cause)
  const before = email?.sends ?? 0
  const deps = {
    outbox: outboxRepository(billing.table),
    problems: emailProblemRepository(billing.table),
    sendEmail: () =>
      faults.call('email', async () => {
        if (email !== undefined) email.sends += 1
      }),
  }
  try {
    const now = billing.clock.now()
    const outcome = await deliver(cause, now, deps)
    if (email !== undefined && outcome === 'expired') email.givenUpAt = now
  } catch (error) {
    const isUnsent = billing.database
      .all()
      .some((item) => item['cause']?.['S'] === cause && item['content'] !== undefined)
    if (email !== undefined && isUnsent) email.unrecorded += email.sends - before
    throw error
  }
}

/**
 * Delivers an email of the table's stream, more than once. The stream repeats failed deliveries, and finally gives up.
 */
export const deliverNth = async (
  chaos: ChaosWorld,
  { nth, copies }: { nth: number; copies: number },
): Promise<void> => {
  const causes = await listUnsent(chaos)
  const cause = causes[nth % Math.max(1, causes.length)]
  for (let copy = 0; cause !== undefined && copy < copies; copy += 1)
    try {
      await deliverOne(chaos, cause)
    } catch {
      // The failure does not matter: at the end of the journey, every email must have been sent.
    }
}

/** Sends the emails that the stream gave up on, as the scheduled function does. */
export const deliverWaiting = async (chaos: ChaosWorld): Promise<void> => {
  const failures: unknown[] = []
  for (const cause of await listUnsent(chaos))
    await deliverOne(chaos, cause).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

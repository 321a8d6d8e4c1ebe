import { emailProblemRepository, outboxRepository } from '#services/email/public.ts'
import type { FoundStage } from './find-stage.ts'

const reasons = {
  bounce: 'Emails to this address bounce',
  complaint: 'The owner of this address reported an email as spam',
}

/** Returns whether emails to an address are stopped and why, and the emails of the last 30 days without their text. */
export const emailStatus = async (table: FoundStage['table'], address: string): Promise<string> => {
  const problem = await emailProblemRepository(table).find(address)
  const emails = await outboxRepository(table).listFor(address)
  return [
    problem === undefined
      ? `Emails to ${address} are sent.`
      : `Emails to ${address} are stopped. ${reasons[problem.reason]} (${problem.detail}, ${problem.at}).`,
    ...emails.map(
      ({ cause, status, created_at }) => `${created_at}  ${status.padEnd(7)}  ${cause.split(':')[0] ?? ''}`,
    ),
  ].join('\n')
}

/**
 * Sends emails to an address again. SES has its own list, which only the operator can change, and which may contain an
 * address of which we have no record any more.
 */
export const allowEmail = async (
  { table, where }: Pick<FoundStage, 'table' | 'where'>,
  address: string,
): Promise<string> => {
  const problems = emailProblemRepository(table)
  const wasStopped = (await problems.find(address)) !== undefined
  if (wasStopped) await problems.remove(address)
  return [
    `Emails to ${address} are ${wasStopped ? 'sent again' : 'not stopped'} in ${where}. If SES stops them too, remove the address from its list:`,
    `aws sesv2 delete-suppressed-destination --email-address ${address}`,
  ].join('\n')
}

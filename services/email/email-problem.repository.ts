import * as z from 'zod/mini'
import type { EmailStop } from '#shared/contract/email-stop.ts'
import { retainedUntil } from '#shared/rules/retention.ts'
import { isWithin, type Span } from '#platform/account/former-address.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, remove } from '#platform/table/write.ts'

/** An address that emails bounce from permanently, or whose owner reported an email as spam. */
const emailProblemRecord = z.object({
  entity: z.literal('email_problem'),
  email: z.string(),
  reason: z.enum(['bounce', 'complaint']),
  /** Kind of bounce or complaint in the words of SES, such as `NoEmail` or `abuse`. */
  detail: z.string(),
  /** ISO time of the latest problem. */
  at: z.string(),
})
type EmailProblem = Omit<z.infer<typeof emailProblemRecord>, 'entity'>

/** Stores the addresses to which emails are stopped: they bounce, or their owner reported an email as spam. */
export const emailProblemRepository = (table: Table) => ({
  /** Stores a problem, unless a later one of the address is stored: events may arrive late. Repeating it changes nothing. */
  async record(problem: EmailProblem): Promise<void> {
    const email = problem.email.toLowerCase()
    const item = {
      entity: 'email_problem',
      ...problem,
      email,
      ...keys.retention(retainedUntil('emailProblem', new Date(problem.at))),
    }
    await table.transact(
      put(keys.emailProblem(email), item, {
        onlyIf: 'attribute_not_exists(pk) OR #at < :at',
        names: { '#at': 'at' },
        values: { ':at': problem.at },
      }),
    )
  },

  /** Finds the problem of an address. Emails to such an address are stopped. */
  async find(email: string): Promise<z.infer<typeof emailProblemRecord> | undefined> {
    return table.find(keys.emailProblem(email), emailProblemRecord)
  },

  /** Returns why emails to an address are stopped. Null if they are sent. */
  async findStop(address: string): Promise<EmailStop | null> {
    const problem = await this.find(address)
    return problem === undefined ? null : { reason: problem.reason, detail: problem.detail, at: problem.at }
  },

  /** Deletes the problem of an address, so that emails are sent to it again. */
  remove: (email: string): Promise<void> => table.delete(keys.emailProblem(email)),

  /** Deletes the problem of an address if it is within this span. */
  async removeWithin({ email, ...span }: Span & { readonly email: string }): Promise<void> {
    const problem = await this.find(email)
    if (problem === undefined || !isWithin(span, problem.at)) return
    await table.transact(
      remove(keys.emailProblem(email), {
        onlyIf: '#at = :at',
        names: { '#at': 'at' },
        values: { ':at': problem.at },
      }),
    )
  },
})

export type EmailProblemRepository = ReturnType<typeof emailProblemRepository>

import type { Table } from '#platform/table/table.ts'
import { type UserPoolAccounts, userPoolAccounts } from '#platform/user-pool/accounts.ts'
import { deleteSignUpEmails } from '#services/email/public.ts'
import {
  deleteAllLinks,
  deleteInvalidated,
  discardSignUp,
  linkRepository,
  pendingSignUpRepository,
} from '#services/identity/public.ts'
import type { ExpiredItem } from './expired-item.repository.ts'

const userPrefix = 'user#'

/** Deletes pending sign-ups whose retention period is over. */
export const expiredSignUps = (
  table: Table,
  userPool: Pick<UserPoolAccounts, 'delete'> = userPoolAccounts,
) => {
  const signUps = pendingSignUpRepository(table)
  const deps = { signUps, links: linkRepository(table), userPool }
  return {
    /** Deletes a pending sign-up, and the emails with its links. */
    async discard(signUp: { userId: string; email: string }, now: Date): Promise<void> {
      // An account that was confirmed in the meantime keeps its links and emails.
      if (!(await discardSignUp(signUp.userId, deps, now))) return
      await deleteAllLinks(table, signUp.userId)
      await deleteSignUpEmails(table, signUp)
    },

    /** Deletes what a failed run left of a discarded sign-up. */
    finish: ({ pk }: ExpiredItem): Promise<void> => deleteInvalidated(pk.slice(userPrefix.length), deps),
  }
}

export type ExpiredSignUps = ReturnType<typeof expiredSignUps>

import type { UserPoolAccounts } from '#platform/user-pool/accounts.ts'
import type { AccountRepository } from './account.repository.ts'
import type { LinkRepository } from './link.repository.ts'
import type { PendingSignUpRepository } from './pending-sign-up.repository.ts'

export interface FinishSignUpDependencies {
  readonly accounts: Pick<AccountRepository, 'markFinished'>
  readonly signUps: PendingSignUpRepository
  readonly links: Pick<LinkRepository, 'deleteAll'>
  readonly userPool: Pick<UserPoolAccounts, 'claimAddress' | 'findIdByAddress' | 'delete'>
}

type DiscardDependencies = Pick<FinishSignUpDependencies, 'signUps' | 'links'> & {
  readonly userPool: Pick<UserPoolAccounts, 'delete'>
}

/**
 * Maximum number of sign-ups of an address that one run discards. Each takes about a tenth of a second, and anyone may
 * sign up with the address five times an hour, so a request could otherwise exceed its 10 seconds, and a scheduled run
 * its 60.
 */
export const maxDiscarded = { request: 20, schedule: 200 } as const

/**
 * Lets a user sign in to the pool with a confirmed address. Our table decides who has an address, so any other user
 * who has it in the pool belonged to a deleted account and is deleted.
 */
export const claimPoolAddress = async (
  userId: string,
  email: string,
  { userPool }: Pick<FinishSignUpDependencies, 'userPool'>,
): Promise<void> => {
  if ((await userPool.claimAddress(userId, email)) !== 'taken') return
  const holder = await userPool.findIdByAddress(email)
  if (holder !== undefined) await userPool.delete(holder)
  if ((await userPool.claimAddress(userId, email)) === 'taken')
    throw new Error('The user pool gives a confirmed address to another user')
}

/**
 * Deletes a pending sign-up: its details, links and pool user. Can be repeated; does nothing to an account.
 *
 * @returns whether there was a pending sign-up
 */
export const discardSignUp = async (
  userId: string,
  deps: DiscardDependencies,
  now: Date,
): Promise<boolean> => {
  const isPending = await deps.signUps.invalidate(userId, now)
  if (isPending) await deleteInvalidated(userId, deps)
  return isPending
}

/** Deletes what is left of a pending sign-up that has been invalidated. */
export const deleteInvalidated = async (userId: string, deps: DiscardDependencies): Promise<void> => {
  await deps.links.deleteAll(userId, 'signup')
  await deps.userPool.delete(userId)
  await deps.signUps.forget(userId)
}

/**
 * Deletes the pending sign-ups of an address, at most `limit`.
 *
 * @returns whether these were all
 */
export const discardSignUpsOf = async (
  email: string,
  deps: DiscardDependencies,
  now: Date,
  limit: number = maxDiscarded.request,
): Promise<boolean> => {
  const found = await deps.signUps.list(email, limit + 1)
  for (const { user_id } of found.slice(0, limit)) await discardSignUp(user_id, deps, now)
  return found.length <= limit
}

/**
 * Takes the steps that follow the transaction in which an address was confirmed: the password of this sign-up now
 * works with the address, and all other sign-ups with the address are deleted. Can be repeated. A scheduled function
 * repeats it for an address whose first run failed, or left sign-ups.
 *
 * @param limit maximum number of sign-ups to delete
 * @returns whether no steps are left
 */
export const finishSignUp = async (
  { userId, email }: { readonly userId: string; readonly email: string },
  deps: FinishSignUpDependencies,
  now: Date,
  limit: number = maxDiscarded.request,
): Promise<boolean> => {
  await claimPoolAddress(userId, email, deps)
  if (!(await discardSignUpsOf(email, deps, now, limit))) return false
  await deps.links.deleteAll(email, 'restart')
  await deps.accounts.markFinished(email, userId)
  return true
}

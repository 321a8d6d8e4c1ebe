import { faultFields, log } from '../platform/log.ts'
import type { Member } from '../platform/member.ts'
import { Refusal, refused } from '../platform/refusal.ts'
import { clearAway, type ClearingNeeds } from './clear-away.ts'
import type { Deletion } from './deletion.repository.ts'
import type { LeavingRepository } from './leaving.repository.ts'
import type { StripeAccount } from './stripe-account.ts'

export interface DeletionNeeds extends ClearingNeeds {
  readonly payments: StripeAccount
  readonly leaving: LeavingRepository
  readonly adminIds: () => Promise<readonly string[]>
}

/** Each conflict means that another admin has begun to leave, so a handful is plenty. */
const maxTries = 5

/**
 * Notes the deletion. Of admins who leave at once each sees who else has begun to: the last one stays.
 *
 * @returns `gone` when the account is deleted already
 */
const begin = async (
  member: Member,
  { deletions, payments, leaving, adminIds }: DeletionNeeds,
  now: Date,
) => {
  const { user_id: userId, email, stripe_customer_id: known } = member.profile
  const held = await payments.find({ userId, email, known })
  for (let tries = 0; tries < maxTries; tries += 1) {
    const leavingVersion = await leaving.version()
    const admins = await adminIds()
    const isAdmin = admins.includes(userId)
    const others = admins.filter((id) => id !== userId)
    if (isAdmin && !(await leaving.doesAnyStay(others))) return refused('last_admin')
    const begun = await deletions.begin(member.profile, held, {
      now,
      leavingVersion: isAdmin ? leavingVersion : undefined,
    })
    if (begun !== 'stale') return begun
  }
  throw new Error('Admins kept leaving while this one was about to')
}

/** Ends what is paid for, before anything of ours goes. Where Stripe fails, the account stays whole. */
const endAtStripe = async (deletion: Deletion, { deletions, payments }: DeletionNeeds): Promise<void> => {
  try {
    await payments.end(deletion)
  } catch (fault) {
    // A customer that is deleted already cannot be brought back: then the night goes on from here.
    if (fault instanceof Refusal && !(await hasBegunToEnd(deletion, payments)))
      await deletions.abandon(deletion)
    throw fault
  }
}

/** While Stripe cannot even be asked, the note stays, and the continuation finds out. */
const hasBegunToEnd = async (deletion: Deletion, payments: StripeAccount): Promise<boolean> => {
  try {
    return await payments.hasBegunToEnd(deletion)
  } catch (fault) {
    if (fault instanceof Refusal) return true
    throw fault
  }
}

/** Goes on from wherever a deletion has got to. */
const goOn = async (deletion: Deletion, needs: DeletionNeeds, now: Date): Promise<void> => {
  const member = await needs.deletions.member(deletion.user_id)
  if (member !== undefined) {
    await endAtStripe(deletion, needs)
    await needs.deletions.bury(member, deletion, now)
  }
  await clearAway(deletion, needs)
}

/**
 * Deletes an account: first what costs the person money, at Stripe; then the account itself, in one
 * transaction; then what is left of it. Up to that transaction a failure leaves the account whole; after it the
 * account is gone whatever happens, and a scheduled function finishes what could not be done at once.
 *
 * @throws Refusal `payment_provider_error` when Stripe fails; nothing is deleted then
 */
export const deleteAccount = async (
  member: Member,
  needs: DeletionNeeds,
  now: Date,
): Promise<{ success: true } | Refusal<'last_admin'>> => {
  const deletion = await begin(member, needs, now)
  if (deletion instanceof Refusal) return deletion
  if (deletion === 'gone') return { success: true }
  await endAtStripe(deletion, needs)
  await needs.deletions.bury(member, deletion, now)
  await clearAwayNow(deletion, needs)
  return { success: true }
}

/** The account is gone: the person need not wait for what a scheduled function can finish as well. */
const clearAwayNow = async (deletion: Deletion, needs: DeletionNeeds): Promise<void> => {
  try {
    await clearAway(deletion, needs)
  } catch (fault) {
    log.error('a deletion was left unfinished', { userId: deletion.user_id, ...faultFields(fault) })
  }
}

/** Somebody whose account is deleted asks again: yes, it is, and what was left of it goes now. */
export const repeatDeletion = async (userId: string, needs: DeletionNeeds): Promise<{ success: true }> => {
  const deletion = await needs.deletions.find(userId)
  if (deletion !== undefined) await clearAwayNow(deletion, needs)
  return { success: true }
}

/**
 * Takes up a deletion whose run died: finishes it, unless nothing had happened yet but the note of it. Then the
 * person was told that it failed, or told nothing, and the account stays as it is.
 *
 * @returns whether it was finished
 */
export const continueDeletion = async (
  deletion: Deletion,
  needs: DeletionNeeds,
  now: Date,
): Promise<boolean> => {
  if (deletion.stage === 'begun' && !(await needs.payments.hasBegunToEnd(deletion))) {
    await needs.deletions.abandon(deletion)
    return false
  }
  await goOn(deletion, needs, now)
  return true
}

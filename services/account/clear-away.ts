import { type Deletion, type DeletionRepository, receiptOf } from './deletion.repository.ts'
import type { RemainsRepository } from './remains.repository.ts'

/** Everything of ours that holds something of a person. */
export interface ClearingNeeds {
  readonly deletions: DeletionRepository
  readonly remains: RemainsRepository
  readonly links: { voidAll(userId: string): Promise<void> }
  readonly mails: { forget(email: string, cause: string): Promise<void> }
  readonly messages: { forget(email: string): Promise<void> }
  readonly visitors: { forget(userId: string): Promise<void> }
  readonly userPool: { delete(userId: string): Promise<void> }
}

/** Clears away what is left of a buried account, one thing after the other; any of it may be done again. */
export const clearAway = async (deletion: Deletion, needs: ClearingNeeds): Promise<void> => {
  await needs.userPool.delete(deletion.user_id)
  await needs.links.voidAll(deletion.user_id)
  await needs.mails.forget(deletion.email, receiptOf(deletion))
  await needs.messages.forget(deletion.email)
  await needs.visitors.forget(deletion.user_id)
  await needs.remains.clearPartition(deletion)
  await needs.remains.forgetCustomers(deletion)
  await needs.remains.forgetCounts(deletion)
  await needs.deletions.finish(deletion)
}

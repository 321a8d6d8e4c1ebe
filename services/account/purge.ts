import { addressesOf } from './addresses.ts'
import type { Deletion } from './deletion-record.ts'
import type { DeletionRepository } from './deletion.repository.ts'
import type { RetainedRecordsRepository } from './retained-records.repository.ts'

/** The stores that contain personal data. */
export interface PurgeDependencies {
  readonly deletions: DeletionRepository
  readonly retainedRecords: RetainedRecordsRepository
  readonly links: { deleteAll(userId: string): Promise<void> }
  readonly deleteEmailsTo: (email: string, until?: string) => Promise<void>
  readonly emailProblems: { remove(email: string, until?: string): Promise<void> }
  readonly messages: { deleteFrom(email: string, until?: string): Promise<void> }
  readonly chatVisitors: { deleteFor(userId: string): Promise<void> }
  readonly forgetChatVisitor: (userId: string) => Promise<void>
  readonly userPool: { delete(userId: string): Promise<void> }
}

/** Purges the remaining data of an account that has a tombstone. Each step can be repeated. */
export const purge = async (deletion: Deletion, deps: PurgeDependencies): Promise<void> => {
  await deps.userPool.delete(deletion.user_id)
  await deps.links.deleteAll(deletion.user_id)
  for (const { email, until } of addressesOf(deletion)) {
    await deps.deleteEmailsTo(email, until)
    await deps.emailProblems.remove(email, until)
    await deps.messages.deleteFrom(email, until)
  }
  await deps.chatVisitors.deleteFor(deletion.user_id)
  await deps.retainedRecords.purgePartition(deletion)
  await deps.retainedRecords.deleteCustomers(deletion)
  await deps.retainedRecords.deleteRateCounters(deletion)
  // Late, so that no other step waits for another company's server.
  await deps.forgetChatVisitor(deletion.user_id)
  await deps.deletions.finish(deletion)
}

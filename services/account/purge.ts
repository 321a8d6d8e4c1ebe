import { addressesOf, type AddressSpan } from './addresses.ts'
import type { Deletion } from './deletion-record.ts'
import type { DeletionRepository } from './deletion.repository.ts'
import type { RetainedRecordsRepository } from './retained-records.repository.ts'

/** The stores that contain personal data. */
export interface PurgeDependencies {
  readonly deletions: DeletionRepository
  readonly retainedRecords: RetainedRecordsRepository
  readonly links: { deleteAll(userId: string): Promise<void> }
  readonly deleteEmailsTo: (address: AddressSpan) => Promise<void>
  readonly emailProblems: { removeWithin(address: AddressSpan): Promise<void> }
  readonly messages: { deleteFrom(address: AddressSpan): Promise<void> }
  readonly forgetFormerAddress: (address: AddressSpan) => Promise<void>
  readonly chatVisitors: { deleteFor(userId: string): Promise<void> }
  readonly forgetChatVisitor: (userId: string) => Promise<void>
  readonly userPool: { delete(userId: string): Promise<void> }
}

/** Purges the remaining data of an account that has a tombstone. Each step can be repeated. */
export const purge = async (deletion: Deletion, deps: PurgeDependencies): Promise<void> => {
  await deps.userPool.delete(deletion.user_id)
  await deps.links.deleteAll(deletion.user_id)
  for (const address of addressesOf(deletion)) {
    // Emails to guests are kept. Security and refund emails are kept until they are sent.
    await deps.deleteEmailsTo(address)
    await deps.emailProblems.removeWithin(address)
    await deps.messages.deleteFrom(address)
    await deps.forgetFormerAddress(address)
  }
  await deps.chatVisitors.deleteFor(deletion.user_id)
  await deps.retainedRecords.purgePartition(deletion)
  await deps.retainedRecords.deleteCustomers(deletion)
  await deps.retainedRecords.deleteRateCounters(deletion)
  // The chat provider comes late, so that no other step waits for another company's server.
  await deps.forgetChatVisitor(deletion.user_id)
  await deps.deletions.finish(deletion)
}

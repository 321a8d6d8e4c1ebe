import { confirmChatDeletion } from '#shared/contract/inbox.ts'
import { apiError } from '#platform/api-error.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type ChatDeletionRepository, chatDeletionRepository } from '../chat-deletion.repository.ts'

export interface Dependencies {
  readonly chatDeletions: ChatDeletionRepository
}

/** Records that old conversations were deleted at the provider. A repeated request changes nothing. */
export const handle: Handle<typeof confirmChatDeletion, Dependencies> = async (
  { caller, body: { cutoff }, now },
  { chatDeletions },
) => {
  if (await chatDeletions.confirm({ cutoff, adminId: caller.userId, now })) return { cutoff }
  const latest = await chatDeletions.find()
  return latest?.cutoff === cutoff ? { cutoff } : apiError('not_found')
}

const table = new Table()
export const handler = serve(
  confirmChatDeletion,
  handle,
  { chatDeletions: chatDeletionRepository(table) },
  { table, guard: adminGuard },
)

import { retainedUntil } from '#shared/rules/retention.ts'
import { errorFields, log } from '#platform/log.ts'
import { type ChatApi, openChatApi } from '../chat-api.ts'

/** Deletes at most 25 conversations each. The next night continues. */
const maxBatches = 20

/**
 * Deletes the conversations at the chat provider whose last message is older than the retention period, with contacts
 * that have no other one. Does nothing for a provider without an API that we use.
 *
 * @throws ApiError if the provider cannot be reached, Error if it rejected a deletion, so that the alarm of the function
 * reports it. Chatwoot rejects the deletion of a contact that is online: the others are deleted first.
 */
export const handle = async (api: ChatApi | undefined, now: Date): Promise<{ deleted: number }> => {
  let deleted = 0
  let failed = 0
  for (let batch = 0; api !== undefined && batch < maxBatches; batch += 1) {
    const oldest = await api.listOldest()
    const due = oldest.filter(
      ({ lastMessageAt }) => retainedUntil('chat', lastMessageAt) <= now.toISOString(),
    )
    for (const conversation of due)
      try {
        await api.delete(conversation)
        deleted += 1
      } catch (error) {
        failed += 1
        log.error('old chat not deleted', { conversationId: conversation.id, ...errorFields(error) })
      }
    // The list begins again with those that could not be deleted.
    if (due.length === 0 || due.length < oldest.length || failed > 0) break
  }
  log.info('old chats deleted', { deleted })
  if (failed > 0) throw new Error(`${failed} old chats could not be deleted`)
  return { deleted }
}

export const handler = async () => handle(await openChatApi(), new Date())

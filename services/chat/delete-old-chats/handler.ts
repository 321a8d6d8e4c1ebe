import { keptUntil } from '#shared/rules/retention.ts'
import { log } from '#platform/log.ts'
import { type ChatApi, openChatApi } from '../chat-api.ts'

/** Deletes at most 25 conversations each. The next night continues. */
const maxBatches = 20

/**
 * Deletes the conversations at the chat provider whose last message is older than the retention period, with contacts
 * that have no other one. Does nothing for a provider without an API that we use.
 *
 * @throws ApiError if the provider cannot be reached or rejected a deletion, so that the alarm of the function reports
 * it. Chatwoot rejects the deletion of a contact that is online: the others are deleted first.
 */
export const handle = async (api: ChatApi | undefined, now: Date): Promise<{ deleted: number }> => {
  let deleted = 0
  const failures: unknown[] = []
  for (let batch = 0; api !== undefined && batch < maxBatches; batch += 1) {
    const oldest = await api.listOldest()
    const due = oldest.filter(({ lastMessageAt }) => keptUntil('chat', lastMessageAt) <= now.toISOString())
    const earlier = failures.length
    for (const conversation of due) await api.delete(conversation).catch((error) => failures.push(error))
    deleted += due.length - (failures.length - earlier)
    // The list begins again with those that could not be deleted.
    if (due.length === 0 || due.length < oldest.length || failures.length > earlier) break
  }
  log.info('old chats deleted', { deleted })
  if (failures.length > 0) throw failures[0]
  return { deleted }
}

export const handler = async () => handle(await openChatApi(), new Date())

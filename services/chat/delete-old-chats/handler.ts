import { keptUntil } from '#shared/rules/retention.ts'
import { log } from '#platform/log.ts'
import { type ChatApi, openChatApi } from '../chat-api.ts'

/** Deletes at most 25 conversations each. The next night continues. */
const maxBatches = 20

/**
 * Deletes the conversations at the chat provider whose last message is older than the retention period, with contacts
 * that have no other one. Does nothing for a provider without an API that we use.
 *
 * @throws ApiError if the provider cannot be reached, so that the alarm of the function reports it
 */
export const handle = async (api: ChatApi | undefined, now: Date): Promise<{ deleted: number }> => {
  let deleted = 0
  for (let batch = 0; api !== undefined && batch < maxBatches; batch += 1) {
    const oldest = await api.listOldest()
    const due = oldest.filter(({ lastMessageAt }) => keptUntil('chat', lastMessageAt) <= now.toISOString())
    for (const conversation of due) await api.delete(conversation)
    deleted += due.length
    if (due.length === 0 || due.length < oldest.length) break
  }
  log.info('old chats deleted', { deleted })
  return { deleted }
}

export const handler = async () => handle(await openChatApi(), new Date())

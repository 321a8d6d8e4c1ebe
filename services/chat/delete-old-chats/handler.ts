import { retainedUntil } from '#shared/rules/retention.ts'
import { timeLimit } from '#platform/clock.ts'
import { scheduled } from '#platform/scheduled.ts'
import { errorFields, log } from '#platform/log.ts'
import { type ChatApi, conversationsPerPage, type OldConversation, openChatApi } from '../chat-api.ts'

/** Batches of at most 25 conversations that one run deletes. */
const maxBatches = 20

/** Time after which a run deletes no further conversation, in milliseconds. Lambda ends it after 300 seconds. */
const maxRunMs = 240_000

/**
 * Deletes the conversations at the chat provider whose last message is older than the retention period, and the
 * contacts without another conversation. Does nothing for a provider without an API that we use.
 *
 * @throws ApiError if the provider cannot be reached. Error, after the other deletions, if the provider rejected one, as
 * Chatwoot does while the contact is online, or if more are left than one run can delete: Lambda repeats the run, which
 * continues. The alarm of the function reports all of these
 */
export const handle = async (api: ChatApi | undefined, now: Date): Promise<{ deleted: number }> => {
  if (api === undefined) return { deleted: 0 }
  const isTimeUp = timeLimit(maxRunMs)
  const isOld = ({ lastMessageAt }: OldConversation) =>
    retainedUntil('chat', lastMessageAt) <= now.toISOString()
  let [deleted, failed] = [0, 0]
  // The next list repeats conversations whose deletion failed and, for some seconds, those that Chatwoot is still
  // deleting.
  const tried = new Set<number>()
  let isComplete = false
  for (let batch = 0; !isComplete && batch < maxBatches && !isTimeUp(); batch += 1) {
    // Conversations whose deletion failed stay at the start of the list. Skip the pages that consist of them.
    const oldest = await api.listOldest(1 + Math.floor(failed / conversationsPerPage))
    const due = oldest.filter((one) => isOld(one) && !tried.has(one.id))
    for (const conversation of due) {
      if (isTimeUp()) break
      tried.add(conversation.id)
      try {
        await api.delete(conversation)
        deleted += 1
      } catch (error) {
        failed += 1
        log.error('old chat not deleted', { conversationId: conversation.id, ...errorFields(error) })
      }
    }
    isComplete = !isTimeUp() && (due.length === 0 || !oldest.every(isOld))
  }
  log.info('old chats deleted', { deleted, failed, isComplete })
  if (failed > 0) throw new Error(`${failed} old chats could not be deleted`)
  if (!isComplete) throw new Error('More old chats are left than one run can delete')
  return { deleted }
}

export const handler = scheduled(async (now) => handle(await openChatApi(), now))

import { retainedUntil } from '#shared/rules/retention.ts'
import { timeLimit } from '#platform/clock.ts'
import { scheduled } from '#platform/scheduled.ts'
import { errorFields, log } from '#platform/log.ts'
import { type ChatApi, conversationsPerPage, type OldConversation, openChatApi } from '../chat-api.ts'

/** Conversations that one run tries to delete. */
const maxDeletions = 500

/** Time after which a run deletes no further conversation, in milliseconds. Lambda ends it after 300 seconds. */
const maxRunMs = 240_000

/** Progress of one run. */
class Run {
  readonly deletedIds = new Set<number>()
  failed = 0
  /** Ids that were deleted or whose deletion failed. The provider may list them again. */
  readonly tried = new Set<number>()

  private readonly api: ChatApi
  private readonly isTimeUp = timeLimit(maxRunMs)
  private readonly isOld: (conversation: OldConversation) => boolean

  constructor(api: ChatApi, now: Date) {
    this.api = api
    this.isOld = ({ lastMessageAt }) => retainedUntil('chat', lastMessageAt) <= now.toISOString()
  }

  /** True if the run may delete more. */
  private mayContinue(): boolean {
    return this.tried.size < maxDeletions && !this.isTimeUp()
  }

  private async delete(conversation: OldConversation): Promise<void> {
    this.tried.add(conversation.id)
    try {
      await this.api.delete(conversation, this.deletedIds)
      this.deletedIds.add(conversation.id)
    } catch (error) {
      this.failed += 1
      log.error('old chat not deleted', { conversationId: conversation.id, ...errorFields(error) })
    }
  }

  /** Deletes the old conversations of a page. Returns how many it found, and whether older ones may follow the page. */
  private async deletePage(page: number): Promise<{ found: number; mayHaveMore: boolean }> {
    const oldest = await this.api.listOldest(page)
    const due = oldest.filter((one) => this.isOld(one) && !this.tried.has(one.id))
    for (const conversation of due) if (this.mayContinue()) await this.delete(conversation)
    return { found: due.length, mayHaveMore: oldest.length > 0 && oldest.every(this.isOld) }
  }

  /**
   * Deletes page after page. Chatwoot deletes some seconds later and lists the conversations until then, as it does with
   * those whose deletion failed. So a page of conversations that were all tried leads to the next page. As deletions
   * move conversations to earlier pages, the list is read again from the start, until there is nothing new in it.
   *
   * @returns whether no old conversation is left that was not tried
   */
  async deleteAll(): Promise<boolean> {
    let [page, foundSinceStart] = [1, 0]
    while (this.mayContinue()) {
      const { found, mayHaveMore } = await this.deletePage(page)
      foundSinceStart += found
      const lastTriedPage = Math.ceil(this.tried.size / conversationsPerPage)
      if (found > 0 && mayHaveMore) continue
      if (mayHaveMore && page <= lastTriedPage) page += 1
      else if (page === 1 || foundSinceStart === 0) return this.mayContinue()
      else [page, foundSinceStart] = [1, 0]
    }
    return false
  }
}

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
  const run = new Run(api, now)
  const isComplete = await run.deleteAll()
  const { failed } = run
  const deleted = run.deletedIds.size
  log.info('old chats deleted', { deleted, failed, isComplete })
  if (failed > 0) throw new Error(`${failed} old chats could not be deleted`)
  if (!isComplete) throw new Error('More old chats are left than one run can delete')
  return { deleted }
}

export const handler = scheduled(async (now) => handle(await openChatApi(), now))

import type { EmailContent } from '#shared/contract/email.ts'
import { applyChatMessages, type ChatMessage, type Pass } from '#shared/rules/pass.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import { passLink, type PassLinkDependencies } from './pass-link.ts'
import { passOverEmail } from './pass-over-email.ts'
import { findPassInUse, type PassHolder, type PassRepository, type StoredPass } from './pass.repository.ts'

export interface RecordMessagesDependencies extends PassLinkDependencies {
  readonly passes: PassRepository
}

/** Messages in the chat of one pass holder, as the chat provider reports them. */
export interface ChatReport {
  readonly holder: PassHolder
  /** The provider's id of the event that reports the messages. Each event is processed once. */
  readonly eventId: string
  /** Oldest first. */
  readonly messages: readonly ChatMessage[]
  /** True if the provider reports each message as it is sent, and not the whole chat after its end. */
  readonly isLive: boolean
  readonly now: Date
}

/** Lists the passes of a holder, oldest first. */
export const listPasses = async (
  { userId, keyHash }: PassHolder,
  passes: PassRepository,
): Promise<StoredPass[]> => {
  if (userId !== undefined) return (await passes.listByUser(userId)) ?? []
  const stored = await passes.findByKeyHash(keyHash)
  return stored === undefined ? [] : [stored]
}

interface Change {
  readonly before: StoredPass
  readonly pass: Pass
}

/** Applies each message to the pass that was in use when it was sent. Prefers the change that starts a pass. */
const findChange = (
  passes: readonly StoredPass[],
  { messages, now }: Pick<ChatReport, 'messages' | 'now'>,
): Change | undefined => {
  const changes = passes
    .map((before) => {
      const own = messages.filter(({ at }) => findPassInUse(passes, at) === before)
      return { before, pass: applyChatMessages(before.pass, own, now) }
    })
    .filter(({ before, pass }) => pass !== before.pass)
  return changes.find(({ pass }) => pass.startedAt !== undefined) ?? changes[0]
}

/**
 * Returns the email about a change. An absent holder is notified of a reply only while the adviser may still be
 * available.
 */
const emailFor = async (
  { before, pass }: Change,
  isLive: boolean,
  deps: RecordMessagesDependencies,
): Promise<EmailContent | undefined> => {
  if (pass.endedAt !== undefined) return passOverEmail(pass, deps.siteUrl)
  const isFirstUnseenReply = pass.unseenReplyAt !== undefined && before.pass.unseenReplyAt === undefined
  return isLive && isFirstUnseenReply
    ? { template: 'adviser-replied', link: await passLink(before, deps) }
    : undefined
}

/**
 * Records messages of a chat. A reply to the present holder, or a holder's message after a reply, starts the time of
 * the pass unless it is running: the browser and the provider both report, and the first report counts. A pass whose
 * time has run out before the report arrives is closed in the same step.
 */
export const recordChatMessages = (
  report: ChatReport,
  deps: RecordMessagesDependencies,
): Promise<'started' | 'recorded' | 'nothing'> => {
  const { eventId, holder, isLive, now } = report
  const { passes } = deps
  return retryOnConflict('the pass', async () => {
    if (await passes.isProcessed(eventId)) return 'nothing'
    const change = findChange(await listPasses(holder, passes), report)
    if (change === undefined) return 'nothing'
    const stored = { ...change.before, pass: change.pass }
    const email = await emailFor(change, isLive, deps)
    if ((await passes.write({ stored, now, eventId, email })) === 'stale') return 'stale'
    return change.pass.startedAt === undefined ? 'recorded' : 'started'
  })
}

import { emailTranscript } from '#shared/contract/chat.ts'
import { retainedUntil } from '#shared/rules/retention.ts'
import { handle as deleteOldChats } from '#services/chat/delete-old-chats/handler.ts'
import { handle as transcript } from '#services/chat/email-transcript/handler.ts'
import { visitorIdOf } from '#services/chat/visitor-id.ts'
import { guestPassFinder } from '#services/passes/public.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { callerOf } from './callers.ts'
import type { ChaosWorld } from './chaos-world.ts'

const identityKey = 'chaos-identity-key'

export const visitorOf = (userId: string): string => visitorIdOf(identityKey, { userId })

/** Adds a conversation of 13 months ago. */
export const addOldChat = ({ billing, chats }: ChaosWorld): void => {
  const at = new Date(billing.clock.now().getTime() - 396 * 24 * 3600_000)
  chats.write(`old visitor of ${at.toISOString()}`, 'visitor', at)
}

/** Asks for the conversation by email, as its page does. */
export const askForTranscript = async (chaos: ChaosWorld, user: 'ana' | 'ben'): Promise<void> => {
  const { billing, chats, faults, expected } = chaos
  const deps = {
    table: billing.table,
    findGuestPass: guestPassFinder(billing.table),
    identityKey: async () => identityKey,
    openChatApi: async () => faults.around('chat provider', chats),
  }
  const caller = await callerOf(chaos, user)
  const conversation = await chats.findLatest(visitorOf(caller.userId))
  const request = { caller, body: {}, now: billing.clock.now() }
  const { status } = await callInMemory(emailTranscript, transcript, request, deps)
  if (status === 200 && conversation !== undefined)
    expected.transcripts.push({
      account: caller.userId,
      cause: `transcript:${conversation.id}:${conversation.lastMessageId}:`,
    })
}

/** Runs the schedule that deletes old conversations at the chat provider. */
export const deleteOld = ({ billing, chats, faults }: ChaosWorld): Promise<unknown> =>
  deleteOldChats(faults.around('chat provider', chats), billing.clock.now())

/** Lists the conversations that are kept for longer than the retention period. */
export const overdueChats = ({ billing, chats }: ChaosWorld): unknown[] =>
  chats
    .lastMessages()
    .filter(({ lastMessageAt }) => retainedUntil('chat', lastMessageAt) <= billing.clock.now().toISOString())

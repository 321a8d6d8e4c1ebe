import type { ChatApi, StoredConversation } from '#services/chat/chat-api.ts'

/** The conversations at the chat provider: one for each account, and old ones. */
export class MemoryChats implements ChatApi {
  private readonly conversations = new Map<number, StoredConversation & { visitor: string }>()
  private lastId = 0

  /** Stores a message, in a new conversation if the visitor has none. */
  write = (visitor: string, from: 'visitor' | 'adviser', at: Date): void => {
    const found = this.conversationOf(visitor)
    const id = found?.id ?? (this.lastId += 1)
    const message = { from, at: at.toISOString(), text: 'A sample message' }
    const messages = [...(found?.messages ?? []), message]
    this.conversations.set(id, {
      id,
      visitor,
      lastMessageId: (this.lastId += 1),
      messages,
      isShortened: false,
    })
  }

  findLatest = async (visitor: string): Promise<StoredConversation | undefined> =>
    this.conversationOf(visitor)

  listOldest = async () =>
    this.lastMessages().toSorted((a, b) => a.lastMessageAt.getTime() - b.lastMessageAt.getTime())

  delete = async ({ id }: { id: number }): Promise<void> => void this.conversations.delete(id)

  forgetVisitor = async (): Promise<void> => undefined

  describeVisitor = async (): Promise<void> => undefined

  /** Lists the conversations with the time of their last message. */
  lastMessages = () =>
    [...this.conversations.values()].map(({ id, messages }) => ({
      id,
      contactId: id,
      lastMessageAt: new Date(messages.at(-1)?.at ?? 0),
    }))

  private conversationOf = (visitor: string) =>
    [...this.conversations.values()].find((conversation) => conversation.visitor === visitor)
}

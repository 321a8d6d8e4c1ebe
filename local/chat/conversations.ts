import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '#local/kit/clock.ts'

export interface Message {
  readonly id: string
  /** Id in the provider's API. Later messages have higher numbers. */
  readonly number: number
  readonly from: 'visitor' | 'adviser'
  readonly text: string
  /** ISO time, by the movable clock. */
  readonly at: string
}

/** A visitor, as identified by their browser or as an adviser addressed them. */
export interface Visitor {
  /** The id signed by the service. Undefined for anonymous visitors. */
  readonly id?: string | undefined
  readonly name: string
  readonly email: string
}

/** `quiet`: no messages yet. `waiting`: the visitor wrote last. `answered`: the adviser wrote last. */
export type ConversationState = 'quiet' | 'waiting' | 'answered' | 'ended'

export interface Conversation {
  readonly id: string
  /** Id in the provider's API. */
  readonly number: number
  visitor: Visitor
  /** Facts that the service states about the visitor. Advisers see them. */
  attributes: Readonly<Record<string, string>>
  state: ConversationState
  readonly messages: Message[]
  /** The current or last chat. `since` is the index of its first message. A message after its end starts a new one. */
  chat: { readonly id: string; readonly since: number }
}

/** An event that the visitor's browser receives. */
export type ChatEvent = { readonly type: 'message'; readonly message: Message } | { readonly type: 'ended' }

type Subscriber = (event: ChatEvent) => void

export interface ConversationListeners {
  /** Called for each message of the visitor or an adviser. */
  readonly onMessage: (conversation: Conversation, message: Message) => void
  readonly onEnd: (conversation: Conversation) => void
}

let lastNumber = 0
const nextNumber = (): number => (lastNumber += 1)

const newConversation = (visitor: Visitor): Conversation => ({
  id: randomUUID(),
  number: nextNumber(),
  visitor,
  attributes: {},
  state: 'quiet',
  messages: [],
  chat: { id: randomUUID(), since: 0 },
})

const empty = (conversation: Conversation): void => {
  conversation.messages.length = 0
  conversation.state = 'quiet'
  conversation.chat = { id: randomUUID(), since: 0 }
}

/** Invalidates the tokens of a conversation. The browsers that it belongs to start a new one. */
const disconnect = (byToken: Map<string, Conversation>, conversation: Conversation): void => {
  for (const [token, one] of byToken) if (one === conversation) byToken.delete(token)
}

const createSubscriptions = () => {
  const subscribers = new Map<string, Set<Subscriber>>()
  return {
    publish: ({ id }: Conversation, event: ChatEvent): void => {
      for (const subscriber of subscribers.get(id) ?? []) subscriber(event)
    },
    /** Subscribes to the events of a conversation. Returns an unsubscribe function. */
    subscribe: ({ id }: Conversation, subscriber: Subscriber): (() => void) => {
      const all = subscribers.get(id) ?? new Set()
      subscribers.set(id, all.add(subscriber))
      return () => all.delete(subscriber)
    },
    /** Returns whether a browser of the visitor has the chat open. */
    isOnline: ({ id }: Conversation): boolean => (subscribers.get(id)?.size ?? 0) > 0,
    clear: (): void => subscribers.clear(),
  }
}

/**
 * Stores conversations. A browser keeps a token, as with real widgets. An identified visitor finds their conversation
 * again from any browser; no other visitor can read it.
 */
export const createConversations = (clock: Clock, listeners: ConversationListeners) => {
  let conversations: Conversation[] = []
  const byToken = new Map<string, Conversation>()
  const { publish, clear, ...presence } = createSubscriptions()

  const add = (conversation: Conversation, from: Message['from'], text: string): Message => {
    const message = { id: randomUUID(), number: nextNumber(), from, text, at: clock.now().toISOString() }
    if (conversation.state === 'ended')
      conversation.chat = { id: randomUUID(), since: conversation.messages.length }
    conversation.messages.push(message)
    conversation.state = from === 'visitor' ? 'waiting' : 'answered'
    publish(conversation, { type: 'message', message })
    listeners.onMessage(conversation, message)
    return message
  }
  const ensure = (visitor: Visitor): Conversation => {
    const existing = conversations.findLast((one) =>
      visitor.id === undefined ? one.visitor.email === visitor.email : one.visitor.id === visitor.id,
    )
    if (existing) return Object.assign(existing, { visitor })
    const conversation = newConversation(visitor)
    conversations.push(conversation)
    return conversation
  }

  return {
    /** All conversations, newest last. */
    list: (): readonly Conversation[] => conversations,
    of: (token: string): Conversation | undefined => byToken.get(token),
    /** Returns the conversation of a visitor. Creates it if needed. */
    ensure,
    /** Starts the chat of a browser, anonymous or identified. Returns the browser's token. */
    start: (visitor: Visitor | undefined): string => {
      const token = randomBytes(16).toString('hex')
      const conversation =
        visitor === undefined ? newConversation({ name: 'Visitor', email: '' }) : ensure(visitor)
      if (visitor === undefined) conversations.push(conversation)
      byToken.set(token, conversation)
      return token
    },
    send: (conversation: Conversation, text: string): Message => add(conversation, 'visitor', text),
    reply: (conversation: Conversation, text: string): Message => add(conversation, 'adviser', text),
    end: (conversation: Conversation): void => {
      if (conversation.state === 'ended' || conversation.state === 'quiet') return
      conversation.state = 'ended'
      publish(conversation, { type: 'ended' })
      listeners.onEnd(conversation)
    },
    /** Deletes the messages of a conversation. Its visitor stays known. */
    clear: (conversation: Conversation): void => {
      empty(conversation)
      disconnect(byToken, conversation)
    },
    /** Deletes a visitor with the conversation. */
    delete: (conversation: Conversation): void => {
      conversations = conversations.filter((one) => one !== conversation)
      disconnect(byToken, conversation)
    },
    /** Invalidates a browser's token. */
    forget: (token: string): void => void byToken.delete(token),
    ...presence,
    reset: (): void => {
      conversations = []
      byToken.clear()
      clear()
    },
  }
}

export type Conversations = ReturnType<typeof createConversations>

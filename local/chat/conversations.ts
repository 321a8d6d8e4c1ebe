import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'

export interface Message {
  readonly id: string
  readonly from: 'visitor' | 'adviser'
  readonly text: string
  /** ISO time, by the movable clock. */
  readonly at: string
}

/** What somebody is called whose browser says who they are, or whom an adviser addressed first. */
export interface Person {
  /** As signed by the service; undefined for somebody who has not said who they are. */
  readonly id?: string | undefined
  readonly name: string
  readonly email: string
}

export type ConversationState = 'quiet' | 'waiting' | 'answered' | 'ended'

export interface Conversation {
  readonly id: string
  person: Person
  state: ConversationState
  readonly messages: Message[]
  /** What is under way, or was last: after its end the next word begins another. */
  chat: { readonly id: string; readonly since: number }
}

/** What a browser is told as it happens. */
export type ChatNews = { readonly type: 'message'; readonly message: Message } | { readonly type: 'ended' }

type Watcher = (news: ChatNews) => void

export interface ConversationEvents {
  readonly onAnswer: (conversation: Conversation, message: Message) => void
  readonly onEnd: (conversation: Conversation) => void
}

const newConversation = (person: Person): Conversation => ({
  id: randomUUID(),
  person,
  state: 'quiet',
  messages: [],
  chat: { id: randomUUID(), since: 0 },
})

const createWatchers = () => {
  const watchers = new Map<string, Set<Watcher>>()
  return {
    tell: ({ id }: Conversation, news: ChatNews): void => {
      for (const watcher of watchers.get(id) ?? []) watcher(news)
    },
    watch: ({ id }: Conversation, watcher: Watcher): (() => void) => {
      const watching = watchers.get(id) ?? new Set()
      watchers.set(id, watching.add(watcher))
      return () => watching.delete(watcher)
    },
    forgetAll: (): void => watchers.clear(),
  }
}

/**
 * Who chats, and what was said. A browser holds a token, as real widgets keep one; whoever is identified finds
 * their own conversation again from any browser, and nobody else's.
 */
export const createConversations = (clock: Clock, events: ConversationEvents) => {
  let conversations: Conversation[] = []
  const byToken = new Map<string, Conversation>()
  const { tell, watch, forgetAll } = createWatchers()

  const add = (conversation: Conversation, from: Message['from'], text: string): Message => {
    const message = { id: randomUUID(), from, text, at: clock.now().toISOString() }
    if (conversation.state === 'ended')
      conversation.chat = { id: randomUUID(), since: conversation.messages.length }
    conversation.messages.push(message)
    conversation.state = from === 'visitor' ? 'waiting' : 'answered'
    tell(conversation, { type: 'message', message })
    return message
  }
  const open = (person: Person): Conversation => {
    const known = conversations.findLast((one) =>
      person.id === undefined ? one.person.email === person.email : one.person.id === person.id,
    )
    if (known) return Object.assign(known, { person })
    const conversation = newConversation(person)
    conversations.push(conversation)
    return conversation
  }

  return {
    /** Newest last. Of somebody who came back after the end, the messages of before stay. */
    list: (): readonly Conversation[] => conversations,
    of: (token: string): Conversation | undefined => byToken.get(token),
    /** The conversation of a person, begun when there is none. */
    with: open,
    /** A browser begins, without a name or with one. */
    begin: (person: Person | undefined): string => {
      const token = randomBytes(16).toString('hex')
      const conversation =
        person === undefined ? newConversation({ name: 'Visitor', email: '' }) : open(person)
      if (person === undefined) conversations.push(conversation)
      byToken.set(token, conversation)
      return token
    },
    say: (conversation: Conversation, text: string): Message => add(conversation, 'visitor', text),
    reply: (conversation: Conversation, text: string): Message => {
      const message = add(conversation, 'adviser', text)
      events.onAnswer(conversation, message)
      return message
    },
    end: (conversation: Conversation): void => {
      if (conversation.state === 'ended' || conversation.state === 'quiet') return
      conversation.state = 'ended'
      tell(conversation, { type: 'ended' })
      events.onEnd(conversation)
    },
    /** The browser forgets its visitor: its token opens nothing any more. */
    forget: (token: string): void => void byToken.delete(token),
    watch,
    reset: (): void => {
      conversations = []
      byToken.clear()
      forgetAll()
    },
  }
}

export type Conversations = ReturnType<typeof createConversations>

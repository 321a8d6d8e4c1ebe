import { createStore, useStore } from '#web/lib/store.ts'

export interface Pass {
  /** Undefined if the pass belongs to the signed-in account. */
  readonly guestKey: string | undefined
}

/** The chat of this tab. It continues while the visitor looks at other pages. */
export interface ChatSession {
  /** `failed`: the widget did not load, for example because the browser blocks it. */
  readonly phase: 'idle' | 'opening' | 'ready' | 'failed' | 'not configured'
  /** Reason why the chat could not be opened, as sentences, if the browser or its extensions did not block it. */
  readonly problem: string | undefined
  /** True if the chat window has been open, which shows that the browser does not block it. */
  readonly hasOpened: boolean
  /** True if the chat window is open. */
  readonly isOpen: boolean
  /** True if a conversation is in progress. */
  readonly inConversation: boolean
  /** True if an adviser has replied in the conversation. */
  readonly hasAdviserReply: boolean
  /** True if the last conversation has ended, and none has started since. */
  readonly hasEnded: boolean
  /** True if the visitor's access has ended. */
  readonly isOver: boolean
  /** The holder of the last conversation in this tab, in progress or over: an account or a guest key. */
  readonly conversation: Pass | undefined
}

export const idle: ChatSession = {
  phase: 'idle',
  problem: undefined,
  hasOpened: false,
  isOpen: false,
  inConversation: false,
  hasAdviserReply: false,
  hasEnded: false,
  isOver: false,
  conversation: undefined,
}

export const session = createStore(idle)

export const changeSession = (next: Partial<ChatSession>): void => session.set({ ...session.get(), ...next })

// Toasts move away from the chat window: see ui/toast.module.css.
session.subscribe(() => document.documentElement.toggleAttribute('data-chat-open', session.get().isOpen))

/** Returns whether the visitor would see a reply: the chat is loaded, and the tab is visible. */
export const isInChat = (): boolean =>
  session.get().phase === 'ready' && document.visibilityState !== 'hidden'

export const useChatSession = (): ChatSession => useStore(session, idle)

import type { VisitorIdentity } from '#shared/contract/chat.ts'

/**
 * Events of the chat. `opened` and `closed` concern the window, `started` and `ended` a conversation. `started` also
 * occurs for each message of the visitor, and `ended` at the end, if the provider reports them. `adviserReplied` occurs
 * for each message of a human adviser. `visitorRejected`: the provider has rejected the signature of the visitor, and
 * would continue the chat as a stranger's. Only Chatwoot reports it.
 */
export type ChatEvent = 'opened' | 'closed' | 'started' | 'ended' | 'adviserReplied' | 'visitorRejected'

/** Chat widget of the configured provider. Sends no request to the provider before `load`. */
export interface ChatWidget {
  /**
   * Loads the provider's script once. A failed attempt can be repeated.
   *
   * @throws ChatUnavailable
   */
  load(): Promise<void>
  /** Opens the chat window. Does nothing before `load` has finished. */
  open(): void
  close(): void
  /**
   * Sets the visitor, signed by the server (`sign-chat-visitor`). Call it before `load`, so that the conversation
   * belongs to the visitor from the start. A change of visitor clears the earlier chat. `userId`: the signed-in user,
   * if any, whose chat it is. The chat is not loaded if that user is no longer signed in.
   */
  identify(visitor: VisitorIdentity, userId?: string): Promise<void>
  /**
   * Stops the visitor from writing, or lets them write again. The conversation and unsent text stay readable. Returns
   * false if the provider's window does not allow it, or is not loaded.
   */
  setLocked(locked: boolean): Promise<boolean>
  /**
   * Ends the conversation and removes the window, the script, its globals and its data in this browser. Also
   * happens automatically when a user signs in or out, in any tab.
   */
  clear(): Promise<void>
  /** Subscribes to an event and returns an unsubscribe function. */
  on(event: ChatEvent, listener: () => void): () => void
}

/**
 * The chat could not be loaded. `blocked`: the request failed immediately, for example in a script blocker.
 * `timeout`: the chat was not ready in time. `cleared`: the chat was cleared while loading.
 */
export class ChatUnavailable extends Error {
  override readonly name = 'ChatUnavailable'
  readonly reason: 'blocked' | 'timeout' | 'cleared'

  constructor(reason: 'blocked' | 'timeout' | 'cleared', cause?: unknown) {
    super(`The chat could not be loaded: ${reason}`, { cause })
    this.reason = reason
  }
}

import type { VisitorIdentity } from '../../../../../shared/contract/chat.ts'

/**
 * What a chat tells the page. `opened` and `closed`: its window; `started` and `ended`: a conversation;
 * `adviserReplied`: a person of ours has written, each time.
 */
export type ChatEvent = 'opened' | 'closed' | 'started' | 'ended' | 'adviserReplied'

/** The chat of whichever provider the stage has. Nothing of the provider is fetched before `load`. */
export interface ChatWidget {
  /**
   * Brings the provider's script, once; a failed attempt may be made again.
   *
   * @throws ChatUnavailable
   */
  load(): Promise<void>
  /** Shows the window of the chat. Before `load` has finished it does nothing. */
  open(): void
  close(): void
  /**
   * Says who is chatting, signed by the server (`sign-chat-visitor`). Best before `load`, so that the
   * conversation is theirs from the start; who comes after somebody else finds nothing of theirs.
   */
  identify(visitor: VisitorIdentity): Promise<void>
  /**
   * Ends the conversation and takes the chat away: window, script, globals, and everything it keeps in this
   * browser. Happens by itself when somebody signs out or in, in this tab or in another.
   */
  clear(): Promise<void>
  /** Calls the listener at each event until the answer is called. */
  on(event: ChatEvent, listener: () => void): () => void
}

/**
 * The chat could not be loaded. `blocked`: refused at once, as by a blocker of scripts. `timeout`: nothing
 * came in time. `cleared`: whoever wanted it has signed out meanwhile.
 */
export class ChatUnavailable extends Error {
  override readonly name = 'ChatUnavailable'
  readonly reason: 'blocked' | 'timeout' | 'cleared'

  constructor(reason: 'blocked' | 'timeout' | 'cleared', cause?: unknown) {
    super(`The chat could not be loaded: ${reason}`, { cause })
    this.reason = reason
  }
}

import type { VisitorIdentity } from '#shared/contract/chat.ts'
import type { ChatEvent } from './chat-widget.ts'

/** The provider-specific part of the chat widget. widget.ts holds the common part. */
export interface ChatAdapter {
  /**
   * Loads the provider's script and resolves when the chat is ready.
   *
   * @throws ChatUnavailable
   */
  load(visitor: VisitorIdentity | undefined): Promise<void>
  open(): void
  close(): void
  identify(visitor: VisitorIdentity): Promise<void>
  /** Stops the visitor from writing, or lets them write again. Absent if the provider's window does not allow it. */
  setLocked?(locked: boolean): Promise<void>
  /** Hides the chat immediately, ends the conversation and signs the visitor out at the provider. */
  end(): Promise<void>
  /** Removes the provider's globals and event listeners. */
  remove(): void
}

export type Emit = (event: ChatEvent) => void

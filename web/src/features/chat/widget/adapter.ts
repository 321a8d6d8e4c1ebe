import type { VisitorIdentity } from '../../../../../shared/contract/chat.ts'
import type { ChatEvent } from './chat-widget.ts'

/** What is particular to a provider; what all have in common is in widget.ts. */
export interface ChatAdapter {
  /**
   * Brings the script and resolves when the chat is there.
   *
   * @throws ChatUnavailable
   */
  load(visitor: VisitorIdentity | undefined): Promise<void>
  open(): void
  close(): void
  identify(visitor: VisitorIdentity): Promise<void>
  /** Hides the chat at once, ends the conversation and signs the visitor off at the provider. */
  end(): Promise<void>
  /** Takes the provider's globals and listeners away. */
  remove(): void
}

export type Emit = (event: ChatEvent) => void

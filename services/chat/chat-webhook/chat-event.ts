import type { ChatMessage } from '#shared/rules/pass.ts'

/** One or more messages of a chat, as reported by the chat provider. */
export interface ChatEvent {
  /** The visitor's id or email address, as signed by `sign-chat-visitor`. */
  readonly visitor: { readonly id: string } | { readonly email: string }
  /** Messages of the visitor and of human advisers, earliest first. */
  readonly messages: readonly ChatMessage[]
}

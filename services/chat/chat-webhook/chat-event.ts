import type { ChatMessage } from '#shared/rules/pass.ts'

/**
 * Maximum length of the id or address of a visitor: as long as an email address can be. A longer one belongs to nobody we
 * know, and could exceed the 2,048 bytes of a key. Some settings of the providers let visitors enter any address.
 */
export const maxVisitorLength = 254

/** One or more messages of a chat, as reported by the chat provider. */
export interface ChatEvent {
  /** The visitor's id or email address, as signed by `sign-chat-visitor`. Undefined if the provider knows neither. */
  readonly visitor: { readonly id: string } | { readonly email: string } | undefined
  /** Messages of the visitor and of human advisers, earliest first. */
  readonly messages: readonly ChatMessage[]
}

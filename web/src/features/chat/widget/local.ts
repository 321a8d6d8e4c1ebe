import type { VisitorIdentity } from '#shared/contract/chat.ts'
import type { ChatConfig } from '#shared/values/chat.ts'
import type { ChatAdapter, Emit } from './adapter.ts'
import type { ChatEvent } from './chat-widget.ts'
import { endTimeoutMs, loadScript, removeGlobals, withLoadTimeout, withTimeout } from './load-script.ts'

/** API of the local chat emulator's script, in local/chat/widget. */
interface LocalChatApi {
  /** Resolves when the chat window is ready. */
  start(visitor: VisitorIdentity | undefined, on: (event: ChatEvent) => void): Promise<void>
  open(): void
  close(): void
  identify(visitor: VisitorIdentity): Promise<void>
  /** Ends the conversation and stops the visitor from writing, or lets them write again. */
  setLocked(locked: boolean): Promise<void>
  /** Ends the conversation and removes the visitor's data. */
  leave(): Promise<void>
}

declare global {
  interface Window {
    LocalChat?: LocalChatApi
  }
}

/** Adapter for the local chat emulator. Advisers reply at `/_local/#chat`. */
export const local = ({ baseUrl }: Extract<ChatConfig, { provider: 'local' }>, emit: Emit): ChatAdapter => ({
  load: async (visitor) => {
    const start = async () => {
      await loadScript(`${baseUrl}/widget.js`)
      await window.LocalChat?.start(visitor, emit)
    }
    await withLoadTimeout(start())
  },
  open: () => window.LocalChat?.open(),
  close: () => window.LocalChat?.close(),
  identify: async (visitor) => window.LocalChat?.identify(visitor),
  setLocked: async (locked) => window.LocalChat?.setLocked(locked),
  end: () => withTimeout(window.LocalChat?.leave() ?? Promise.resolve(), endTimeoutMs, () => undefined),
  remove: () => removeGlobals(/^LocalChat/),
})

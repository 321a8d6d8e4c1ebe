import type { VisitorIdentity } from '../../../../../shared/contract/chat.ts'
import type { ChatConfig } from '../../../../../shared/values/chat.ts'
import type { ChatAdapter, Emit } from './adapter.ts'
import type { ChatEvent } from './chat-widget.ts'
import { endTimeoutMs, loadScript, removeGlobals, untilLoaded, within } from './load-script.ts'

/** What the script of the local cloud's stand-in offers: local/chat/widget. */
interface LocalChatApi {
  /** Resolves when the window is there. */
  start(visitor: VisitorIdentity | undefined, on: (event: ChatEvent) => void): Promise<void>
  open(): void
  close(): void
  identify(visitor: VisitorIdentity): Promise<void>
  /** Ends the conversation and forgets the visitor. */
  leave(): Promise<void>
}

declare global {
  interface Window {
    LocalChat?: LocalChatApi
  }
}

/** The stand-in of the local cloud, where the adviser sits at `/_local/#chat`. */
export const local = ({ baseUrl }: Extract<ChatConfig, { provider: 'local' }>, emit: Emit): ChatAdapter => ({
  load: async (visitor) => {
    const start = async () => {
      await loadScript(`${baseUrl}/widget.js`)
      await window.LocalChat?.start(visitor, emit)
    }
    await untilLoaded(start())
  },
  open: () => window.LocalChat?.open(),
  close: () => window.LocalChat?.close(),
  identify: async (visitor) => window.LocalChat?.identify(visitor),
  end: () => within(window.LocalChat?.leave() ?? Promise.resolve(), endTimeoutMs, () => undefined),
  remove: () => removeGlobals(/^LocalChat/),
})

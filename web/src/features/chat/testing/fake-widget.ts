import { vi } from 'vitest'
import type { ChatEvent, ChatWidget } from '../widget/chat-widget.ts'

/** Chat widget whose events the test fires with `fire`. */
export const fakeWidget = (load: () => Promise<void> = async () => {}) => {
  const listeners = new Map<ChatEvent, () => void>()
  const widget = {
    load: vi.fn<ChatWidget['load']>(load),
    open: vi.fn<ChatWidget['open']>(),
    close: vi.fn<ChatWidget['close']>(),
    identify: vi.fn<ChatWidget['identify']>(async () => {}),
    setLocked: vi.fn<ChatWidget['setLocked']>(async () => true),
    clear: vi.fn<ChatWidget['clear']>(async () => {}),
    on: (event: ChatEvent, listener: () => void) => {
      listeners.set(event, listener)
      return () => void listeners.delete(event)
    },
  }
  return { widget, fire: (event: ChatEvent) => listeners.get(event)?.() }
}

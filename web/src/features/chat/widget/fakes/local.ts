import type { ChatEvent } from '../chat-widget.ts'
import { addWidgetElements, type FakeProvider, storeWidgetData } from './fake-provider.ts'

/** Fake of the local chat emulator's script, local/chat/widget/script.ts. */
export const fakeLocal = (): FakeProvider => {
  const endCalls: string[] = []
  let visitor: { id?: string; email?: string; signatures: (string | undefined)[] } = { signatures: [] }
  let open = false
  let locked = false
  let emit: (event: ChatEvent) => void = () => undefined
  let resolveReady: () => void = () => undefined
  const toggle = (next: boolean) => {
    open = next
    emit(next ? 'opened' : 'closed')
  }
  const setVisitor = (given: { id: string; email: string; idSignature: string } | undefined) => {
    if (given) visitor = { id: given.id, email: given.email, signatures: [given.idSignature] }
  }
  return {
    config: { provider: 'local', baseUrl: 'http://localhost:3004' },
    script: 'http://localhost:3004/widget.js',
    run: () => {
      storeWidgetData('local_chat_')
      window.LocalChat = {
        start: (given, on) => {
          emit = on
          addWidgetElements('http://localhost:3004')
          setVisitor(given)
          return new Promise((resolve) => (resolveReady = resolve))
        },
        open: () => toggle(true),
        close: () => toggle(false),
        identify: async (given) => setVisitor(given),
        setLocked: async (next) => {
          locked = next
        },
        leave: async () => {
          endCalls.push('leave')
          emit('ended')
          storeWidgetData('local_chat_')
        },
      }
    },
    becomeReady: () => resolveReady(),
    visitor: () => visitor,
    isOpen: () => open,
    isLocked: () => locked,
    endCalls,
    expectedEndCalls: ['leave'],
    simulate: {
      opens: () => toggle(true),
      closes: () => toggle(false),
      starts: () => emit('started'),
      adviserWrites: () => emit('adviserReplied'),
      botWrites: () => undefined,
      ends: () => emit('ended'),
    },
  }
}

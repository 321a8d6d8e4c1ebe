import type { ChatEvent } from '../chat-widget.ts'
import { drawWidget, type FakeProvider, leaveTraces } from './fake-provider.ts'

/** The script of the local cloud's stand-in: local/chat/widget/script.ts. */
export const fakeLocal = (): FakeProvider => {
  const farewell: string[] = []
  let visitor: { id?: string; email?: string; signatures: (string | undefined)[] } = { signatures: [] }
  let open = false
  let tell: (event: ChatEvent) => void = () => undefined
  let ready: () => void = () => undefined
  const toggle = (next: boolean) => {
    open = next
    tell(next ? 'opened' : 'closed')
  }
  const know = (given: { id: string; email: string; idSignature: string } | undefined) => {
    if (given) visitor = { id: given.id, email: given.email, signatures: [given.idSignature] }
  }
  return {
    config: { provider: 'local', baseUrl: 'http://localhost:3004' },
    script: 'http://localhost:3004/widget.js',
    run: () => {
      leaveTraces('local_chat_')
      window.LocalChat = {
        start: (given, on) => {
          tell = on
          drawWidget('http://localhost:3004')
          know(given)
          return new Promise((resolve) => (ready = resolve))
        },
        open: () => toggle(true),
        close: () => toggle(false),
        identify: async (given) => know(given),
        leave: async () => {
          farewell.push('leave')
          tell('ended')
          leaveTraces('local_chat_')
        },
      }
    },
    getReady: () => ready(),
    visitor: () => visitor,
    isOpen: () => open,
    farewell,
    expectedFarewell: ['leave'],
    happen: {
      opens: () => toggle(true),
      closes: () => toggle(false),
      starts: () => tell('started'),
      adviserWrites: () => tell('adviserReplied'),
      robotWrites: () => undefined,
      ends: () => tell('ended'),
    },
  }
}

import { drawWidget, type FakeProvider, leaveTraces } from './fake-provider.ts'

const tell = (name: string, detail?: object): void => {
  window.dispatchEvent(new CustomEvent(`chatwoot:${name}`, { detail }))
}

/** The SDK's events on the window, and the methods that `run` puts on `$chatwoot`. */
export const fakeChatwoot = (): FakeProvider => {
  const farewell: string[] = []
  let visitor: { id?: string; email?: string; signatures: (string | undefined)[] } = { signatures: [] }
  let open = false
  const toggle = (next: boolean) => {
    open = next
    tell(next ? 'opened' : 'closed')
  }
  const start = () => {
    drawWidget('https://chat.advice.example')
    leaveTraces('cw_')
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- so does the SDK
    window.onmessage = () => undefined
    window.$chatwoot = {
      toggle: (state) => toggle(state === 'open'),
      toggleBubbleVisibility: (state) => farewell.push(state),
      setUser: (id, { email, identifier_hash }) => {
        visitor = { id, email, signatures: [identifier_hash] }
      },
      reset: () => {
        farewell.push('reset')
        leaveTraces('cw_')
      },
    }
  }
  return {
    config: { provider: 'chatwoot', baseUrl: 'https://chat.advice.example', websiteToken: 'Token123' },
    script: 'https://chat.advice.example/packs/js/sdk.js',
    run: () => {
      Object.assign(window, { WOOT_IFRAME: {} })
      window.chatwootSDK = { run: start }
    },
    getReady: () => tell('ready'),
    visitor: () => visitor,
    isOpen: () => open,
    farewell,
    expectedFarewell: ['hide', 'reset'],
    happen: {
      opens: () => toggle(true),
      closes: () => toggle(false),
      starts: () => tell('on-start-conversation', { hasConversation: false }),
      adviserWrites: () => tell('on-message', { message_type: 1, sender: { type: 'user' } }),
      robotWrites: () => {
        tell('on-message', { message_type: 0, sender: { type: 'contact' } })
        tell('on-message', { message_type: 1, sender: { type: 'agent_bot' } })
        tell('on-message', { message_type: 3 })
        tell('on-message')
      },
    },
  }
}

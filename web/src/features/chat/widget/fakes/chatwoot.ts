import { addWidgetElements, type FakeProvider, storeWidgetData } from './fake-provider.ts'

const dispatch = (name: string, detail?: object): void => {
  window.dispatchEvent(new CustomEvent(`chatwoot:${name}`, { detail }))
}

/** Fake Chatwoot SDK: events on the window, and the methods that `run` adds to `$chatwoot`. */
export const fakeChatwoot = (): FakeProvider => {
  const endCalls: string[] = []
  let visitor: { id?: string; email?: string; signatures: (string | undefined)[] } = { signatures: [] }
  let open = false
  const toggle = (next: boolean) => {
    open = next
    dispatch(next ? 'opened' : 'closed')
  }
  const start = () => {
    addWidgetElements('https://chat.advice.example').className = 'woot-widget-holder'
    storeWidgetData('cw_')
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK does this too
    window.onmessage = () => undefined
    window.$chatwoot = {
      toggle: (state) => toggle(state === 'open'),
      toggleBubbleVisibility: (state) => endCalls.push(state),
      setUser: (id, { email, identifier_hash }) => {
        visitor = { id, email, signatures: [identifier_hash] }
      },
      reset: () => {
        endCalls.push('reset')
        storeWidgetData('cw_')
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
    becomeReady: () => dispatch('ready'),
    visitor: () => visitor,
    isOpen: () => open,
    isLocked: () => document.querySelector('.woot-widget-holder iframe')?.getAttribute('tabindex') === '-1',
    endCalls,
    expectedEndCalls: ['hide', 'reset'],
    simulate: {
      opens: () => toggle(true),
      closes: () => toggle(false),
      starts: () => dispatch('on-message', { message_type: 0, sender: { type: 'contact' } }),
      adviserWrites: () => dispatch('on-message', { message_type: 1, sender: { type: 'user' } }),
      botWrites: () => {
        dispatch('on-message', { message_type: 1, sender: { type: 'agent_bot' } })
        dispatch('on-message', { message_type: 3 })
        dispatch('on-message')
      },
    },
  }
}

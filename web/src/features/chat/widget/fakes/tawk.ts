import { addWidgetElements, type FakeProvider, storeWidgetData } from './fake-provider.ts'

type Attributes = Readonly<Record<string, string>>

/** Tawk.to accepts all attributes, or none if the value of one is longer than 255 characters. */
const areAccepted = (attributes: Attributes): boolean =>
  Object.values(attributes).every(({ length }) => length <= 255)

/** Fake Tawk.to API (https://developer.tawk.to/jsapi): calls the page's callbacks and adds the script's methods. */
export const fakeTawk = (): FakeProvider => {
  const endCalls: string[] = []
  let visitor: { id?: string; email?: string; signatures: (string | undefined)[] } = { signatures: [] }
  let open = false
  let attributes: Attributes = {}
  const toggle = (next: boolean) => () => {
    open = next
    if (next) window.Tawk_API?.onChatMaximized?.()
    else window.Tawk_API?.onChatMinimized?.()
  }
  return {
    config: { provider: 'tawk', propertyId: '0123456789abcdef', widgetId: '1widget' },
    script: 'https://embed.tawk.to/0123456789abcdef/1widget',
    run: () => {
      const api = (window.Tawk_API ??= {})
      const preset = api.visitor
      visitor = { email: preset?.email, signatures: [preset?.hash] }
      Object.assign(api, {
        maximize: toggle(true),
        minimize: toggle(false),
        hideWidget: () => endCalls.push('hideWidget'),
        endChat: () => {
          endCalls.push('endChat')
          api.onChatEnded?.()
        },
        shutdown: () => endCalls.push('shutdown'),
        login: (given: { userId: string; hash: string }, done: () => void) => {
          visitor = { ...visitor, id: given.userId, signatures: [...visitor.signatures, given.hash] }
          done()
        },
        setAttributes: (given: Attributes) => {
          if (areAccepted(given)) attributes = given
        },
        logout: (done: () => void) => {
          endCalls.push('logout')
          storeWidgetData('twk_')
          done()
        },
      })
      Object.assign(window, { $_Tawk: {}, TawkClass: {} })
      addWidgetElements('https://embed.tawk.to')
      storeWidgetData('twk_')
      storeWidgetData('TawkConnection')
    },
    becomeReady: () => window.Tawk_API?.onLoad?.(),
    visitor: () => visitor,
    isOpen: () => open,
    attributes: () => attributes,
    endCalls,
    expectedEndCalls: ['hideWidget', 'endChat', 'logout', 'shutdown'],
    simulate: {
      opens: toggle(true),
      closes: toggle(false),
      starts: () => window.Tawk_API?.onChatStarted?.(),
      adviserWrites: () => window.Tawk_API?.onChatMessageAgent?.(),
      // Tawk.to sends automatic messages to a callback that we do not assign.
      botWrites: () => undefined,
      ends: () => window.Tawk_API?.onChatEnded?.(),
    },
  }
}

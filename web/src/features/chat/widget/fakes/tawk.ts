import { drawWidget, type FakeProvider, leaveTraces } from './fake-provider.ts'

/** https://developer.tawk.to/jsapi: callbacks that the page has assigned, methods that the script brings. */
export const fakeTawk = (): FakeProvider => {
  const farewell: string[] = []
  let visitor: { id?: string; email?: string; signatures: (string | undefined)[] } = { signatures: [] }
  let open = false
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
      const before = api.visitor
      visitor = { email: before?.email, signatures: [before?.hash] }
      Object.assign(api, {
        maximize: toggle(true),
        minimize: toggle(false),
        hideWidget: () => farewell.push('hideWidget'),
        endChat: () => {
          farewell.push('endChat')
          api.onChatEnded?.()
        },
        shutdown: () => farewell.push('shutdown'),
        login: (given: { userId: string; hash: string }, done: () => void) => {
          visitor = { ...visitor, id: given.userId, signatures: [...visitor.signatures, given.hash] }
          done()
        },
        logout: (done: () => void) => {
          farewell.push('logout')
          leaveTraces('twk_')
          done()
        },
      })
      Object.assign(window, { $_Tawk: {}, TawkClass: {} })
      drawWidget('https://embed.tawk.to')
      leaveTraces('twk_')
      leaveTraces('TawkConnection')
    },
    getReady: () => window.Tawk_API?.onLoad?.(),
    visitor: () => visitor,
    isOpen: () => open,
    farewell,
    expectedFarewell: ['hideWidget', 'endChat', 'logout', 'shutdown'],
    happen: {
      opens: toggle(true),
      closes: toggle(false),
      starts: () => window.Tawk_API?.onChatStarted?.(),
      adviserWrites: () => window.Tawk_API?.onChatMessageAgent?.(),
      // What the system writes goes to a callback that we do not assign.
      robotWrites: () => undefined,
      ends: () => window.Tawk_API?.onChatEnded?.(),
    },
  }
}

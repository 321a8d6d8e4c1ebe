import { vi } from 'vitest'
import type { ChatConfig } from '#shared/values/chat.ts'

/** Fake chat provider that follows the provider's documented behaviour on a page. */
export interface FakeProvider {
  readonly config: ChatConfig
  /** Address of the provider's script. */
  readonly script: string
  /** Does what the script does when it runs: adds globals, elements and stored data. */
  run(): void
  /** Reports that the chat is ready, after `run`. */
  becomeReady(): void
  /** The visitor that the provider was given, with the signatures. */
  visitor(): { id?: string; email?: string; signatures: (string | undefined)[] }
  isOpen(): boolean
  /** Facts about the visitor that the page has sent, if the provider takes them from pages. */
  attributes?(): Readonly<Record<string, string>>
  /** True if the visitor is stopped from writing. Undefined if the provider's window does not allow it. */
  isLocked?(): boolean
  /** Calls that ended the chat, in order. */
  readonly endCalls: string[]
  readonly expectedEndCalls: readonly string[]
  simulate: Readonly<{
    opens: () => void
    closes: () => void
    starts: () => void
    adviserWrites: () => void
    botWrites: () => void
    /** Undefined if the provider does not report the end of a conversation. */
    ends?: () => void
  }>
}

/** Stores data as a widget does: in both storages and in a cookie. */
export const storeWidgetData = (prefix: string): void => {
  localStorage.setItem(`${prefix}conversation`, 'words')
  sessionStorage.setItem(`${prefix}open`, 'yes')
  document.cookie = `${prefix}visitor=somebody; path=/`
}

/** Adds the elements that widgets add to a page. */
export const addWidgetElements = (address: string): HTMLElement => {
  const container = document.createElement('div')
  container.append(document.createElement('iframe'))
  document.body.append(container)
  const style = document.createElement('style')
  style.textContent = '.tawk-window, .woot-widget, .local-chat { position: fixed }'
  const script = document.createElement('script')
  script.src = `${address}/more.js`
  document.head.append(style, script)
  return container
}

export type NetworkState = 'working' | 'blocked' | 'silent' | 'neverReady'

/** Fakes the network for the provider's script: it runs, is blocked, or never loads. */
export const fakeNetwork = (provider: FakeProvider) => {
  const requests: string[] = []
  /** Widget data in the browser at the time of each request. */
  const dataAtRequest: string[] = []
  let state: NetworkState = 'working'
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    append(...nodes)
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement) || node.src !== provider.script) continue
      requests.push(node.src)
      dataAtRequest.push(...Object.keys(sessionStorage), document.cookie)
      queueMicrotask(() => {
        if (state === 'blocked') node.dispatchEvent(new Event('error'))
        if (state === 'blocked' || state === 'silent') return
        provider.run()
        node.dispatchEvent(new Event('load'))
        if (state === 'working') setTimeout(() => provider.becomeReady(), 0)
      })
    }
  })
  return {
    requests,
    dataAtRequest,
    setState: (next: NetworkState): void => {
      state = next
    },
  }
}

import { vi } from 'vitest'
import type { ChatConfig } from '../../../../../../shared/values/chat.ts'

/** A provider of chat as far as its documentation says how it behaves towards a page. */
export interface FakeProvider {
  readonly config: ChatConfig
  /** Address of its script. */
  readonly script: string
  /** What the script does when it runs: its globals, its elements, what it keeps. */
  run(): void
  /** Says that the chat is there; `run` has happened. */
  getReady(): void
  /** Who the provider thinks is chatting: the id, and the signatures that came with it. */
  visitor(): { id?: string; email?: string; signatures: (string | undefined)[] }
  isOpen(): boolean
  /** What it was told at the end, in order. */
  readonly farewell: string[]
  readonly expectedFarewell: readonly string[]
  happen: Readonly<{
    opens: () => void
    closes: () => void
    starts: () => void
    adviserWrites: () => void
    robotWrites: () => void
    /** Missing where the provider tells pages of no end. */
    ends?: () => void
  }>
}

/** What a widget of this kind leaves in a browser; every place is used. */
export const leaveTraces = (prefix: string): void => {
  localStorage.setItem(`${prefix}conversation`, 'words')
  sessionStorage.setItem(`${prefix}open`, 'yes')
  document.cookie = `${prefix}visitor=somebody; path=/`
}

/** What widgets put on a page. */
export const drawWidget = (address: string): HTMLElement => {
  const holder = document.createElement('div')
  holder.append(document.createElement('iframe'))
  document.body.append(holder)
  const style = document.createElement('style')
  style.textContent = '.tawk-window, .woot-widget, .local-chat { position: fixed }'
  const more = document.createElement('script')
  more.src = `${address}/more.js`
  document.head.append(style, more)
  return holder
}

export type Network = 'answers' | 'blocked' | 'silent' | 'neverReady'

/** Plays the network for scripts: what the page asks for runs, is blocked, or does not come. */
export const playNetwork = (provider: FakeProvider) => {
  const asked: string[] = []
  /** What the browser still kept when the script was asked for. */
  const keptBefore: string[] = []
  let network: Network = 'answers'
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    append(...nodes)
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement) || node.src !== provider.script) continue
      asked.push(node.src)
      keptBefore.push(...Object.keys(sessionStorage), document.cookie)
      queueMicrotask(() => {
        if (network === 'blocked') node.dispatchEvent(new Event('error'))
        if (network === 'blocked' || network === 'silent') return
        provider.run()
        node.dispatchEvent(new Event('load'))
        if (network === 'answers') setTimeout(() => provider.getReady(), 0)
      })
    }
  })
  return {
    asked,
    keptBefore,
    becomes: (next: Network): void => {
      network = next
    },
  }
}

import type { VisitorIdentity } from '#shared/contract/chat.ts'
import type { ChatConfig } from '#shared/values/chat.ts'
import type { ChatAdapter, Emit } from './adapter.ts'
import { ChatUnavailable } from './chat-widget.ts'
import { coverComposer } from './composer-cover.ts'
import { loadScript, removeGlobals, withLoadTimeout } from './load-script.ts'

/** The methods that we use. See https://www.chatwoot.com/hc/user-guide/articles/1677587234. */
interface ChatwootApi {
  toggle(state: 'open' | 'close'): void
  toggleBubbleVisibility(state: 'show' | 'hide'): void
  setUser(identifier: string, user: { name: string; email: string; identifier_hash: string }): void
  reset(): void
}

declare global {
  interface Window {
    $chatwoot?: ChatwootApi
    chatwootSDK?: { run(settings: { websiteToken: string; baseUrl: string }): void }
    chatwootSettings?: typeof settings
  }
}

const settings = {
  position: 'right',
  type: 'standard',
  locale: 'en',
  darkMode: 'auto',
  // Otherwise a message that arrives while the window is closed opens a small window, also before our call of `toggle`,
  // which then does not open the conversation.
  showUnreadMessagesDialog: false,
} as const

/** Returns whether a message is from a human adviser: type 1 is to the visitor, and a bot's sender type differs. */
const isFromAdviser = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  Reflect.get(message, 'message_type') === 1 &&
  Object(Reflect.get(message, 'sender')).type === 'user'

/**
 * Returns whether a message is from the visitor: type 0. It starts a conversation or continues an earlier one. The event
 * `chatwoot:on-start-conversation` is not used, because it reports the press of a button, before anything is written.
 */
const isFromVisitor = (message: unknown): boolean => Object(message).message_type === 0

const detailOf = (event: Event): unknown => (event instanceof CustomEvent ? event.detail : undefined)

const eventListeners = (emit: Emit): Readonly<Record<string, (event: Event) => void>> => ({
  'chatwoot:opened': () => emit('opened'),
  'chatwoot:closed': () => emit('closed'),
  'chatwoot:on-message': (event) => {
    if (isFromAdviser(detailOf(event))) emit('adviserReplied')
    if (isFromVisitor(detailOf(event))) emit('started')
  },
})

const waitUntilReady = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    window.addEventListener('chatwoot:ready', () => resolve(), { signal })
    window.addEventListener('chatwoot:error', () => reject(new ChatUnavailable('blocked')), { signal })
  })

const setUser = ({ id, name, email, idSignature }: VisitorIdentity): void =>
  window.$chatwoot?.setUser(id, { name, email, identifier_hash: idSignature })

/**
 * Once the chat is ready, `chatwoot:error` means that `setUser` has failed: Chatwoot's widget sends this event in no other
 * case. It reports no success.
 *
 * @see https://github.com/chatwoot/chatwoot/blob/develop/app/javascript/sdk/IFrameHelper.js
 */
const reportRejection = (emit: Emit, signal: AbortSignal): void =>
  window.addEventListener('chatwoot:error', () => emit('visitorRejected'), { signal })

/** Adapter for Chatwoot, hosted or self-hosted. Chatwoot does not report the end of a conversation. */
export const chatwoot = (
  { baseUrl, websiteToken }: Extract<ChatConfig, { provider: 'chatwoot' }>,
  emit: Emit,
): ChatAdapter => {
  const listeners = new AbortController()
  const { signal } = listeners
  const previousHandler = window.onmessage
  let uncover: (() => void) | undefined
  const start = async () => {
    await loadScript(`${baseUrl}/packs/js/sdk.js`)
    const ready = waitUntilReady(signal)
    window.chatwootSDK?.run({ websiteToken, baseUrl })
    await ready
  }
  return {
    load: async (visitor) => {
      window.chatwootSettings = settings
      for (const [name, listener] of Object.entries(eventListeners(emit)))
        window.addEventListener(name, listener, { signal })
      await withLoadTimeout(start())
      reportRejection(emit, signal)
      if (visitor) setUser(visitor)
    },
    open: () => window.$chatwoot?.toggle('open'),
    close: () => window.$chatwoot?.toggle('close'),
    identify: async (visitor) => setUser(visitor),
    setLocked: async (locked) => {
      uncover?.()
      const container = document.querySelector<HTMLElement>('.woot-widget-holder')
      uncover = locked && container ? coverComposer(container) : undefined
    },
    end: async () => {
      window.$chatwoot?.toggleBubbleVisibility('hide')
      window.$chatwoot?.reset()
    },
    remove: () => {
      listeners.abort()
      // The SDK assigns `onmessage`, so it has to be assigned back.
      // oxlint-disable-next-line unicorn/prefer-add-event-listener
      window.onmessage = previousHandler
      removeGlobals(/chatwoot|^woot_/i)
    },
  }
}

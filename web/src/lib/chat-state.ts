/**
 * What chat widgets keep in the browser: Tawk.to's `twk_…` and `tawk…` keys and cookies, Chatwoot's `cw_…`,
 * those of the local cloud's stand-in, and our own note of whose they are. Left behind, the next person on
 * this device would see the chat of the one before.
 */
const widgetKey = /^_*(twk_|tawk|cw_|chatwoot|local_chat_|chat_visitor$)/i

/** Removes what chat widgets keep in the browser, on this host and the domains above it. */
export const clearChatState = (): void => {
  for (const storage of [window.localStorage, window.sessionStorage])
    for (const key of Object.keys(storage)) if (widgetKey.test(key)) storage.removeItem(key)
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim() ?? ''
    if (widgetKey.test(name)) expire(name)
  }
}

const expire = (name: string): void => {
  const labels = window.location.hostname.split('.')
  const domains = labels.slice(0, -1).map((_, index) => `; domain=.${labels.slice(index).join('.')}`)
  for (const domain of ['', ...domains]) document.cookie = `${name}=; max-age=0; path=/${domain}`
}

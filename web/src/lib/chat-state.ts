/**
 * Matches the storage keys and cookies of chat widgets: Tawk.to's `twk_…` and `tawk…`, Chatwoot's `cw_…`, the keys of
 * the local chat emulator, and our own record of the chat visitor. If they were kept, the next user of the device would
 * see the chat of the previous one.
 */
const widgetKey = /^_*(twk_|tawk|cw_|chatwoot|local_chat_|chat_visitor$)/i

/** Removes the storage keys and cookies of chat widgets, on this host and its parent domains. */
export const clearChatState = (): void => {
  try {
    for (const storage of [window.localStorage, window.sessionStorage])
      for (const key of Object.keys(storage)) if (widgetKey.test(key)) storage.removeItem(key)
    clearCookies()
  } catch {
    // Storage is blocked, so widgets cannot have stored anything.
  }
}

const clearCookies = (): void => {
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

import { session } from './session-state.ts'

/** The lock that every tab whose chat is not idle holds. These tabs share what the chat has stored in this browser. */
const lockName = 'chat-shown'

const isIdle = (): boolean => session.get().phase === 'idle'

/** Takes the lock together with other tabs. Returns a function that releases it; a closed tab releases it too. */
const shareLock = (): (() => void) => {
  if (!('locks' in navigator)) return () => undefined
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  navigator.locks
    .request(lockName, { mode: 'shared' }, () => released)
    // A browser that blocks storage rejects locks, and its widgets cannot have stored anything.
    .catch(() => undefined)
  return release
}

let releaseLock: (() => void) | undefined

session.subscribe(() => {
  if (!isIdle()) {
    releaseLock ??= shareLock()
    return
  }
  releaseLock?.()
  releaseLock = undefined
})

/**
 * Runs a task unless the chat of this or another tab may be shown. Old browsers and insecure origins have no locks, so
 * only this tab is checked there.
 */
export const runUnlessChatShown = async (task: () => void): Promise<void> => {
  const runIfIdle = () => {
    if (isIdle()) task()
  }
  if (!('locks' in navigator)) return runIfIdle()
  try {
    await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => {
      if (lock !== null) runIfIdle()
    })
  } catch {
    // The browser blocks locks.
    runIfIdle()
  }
}

import { ChatUnavailable } from './chat-widget.ts'

/** Time in milliseconds within which a provider's chat has to be ready. */
export const loadTimeoutMs = 15_000
/** Longest wait for a provider to sign a visitor in or out, in milliseconds. */
export const endTimeoutMs = 2000

/** Resolves or rejects with the promise, or with the outcome of `onTimeout` after `ms` milliseconds. */
export const withTimeout = <T>(promise: Promise<T>, ms: number, onTimeout: () => T): Promise<T> => {
  let timer: ReturnType<typeof setTimeout>
  const timeout = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(onTimeout())
      } catch (failure) {
        reject(failure)
      }
    }, ms)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}

/** Rejects with `ChatUnavailable` unless the chat is ready in time. */
export const withLoadTimeout = (ready: Promise<unknown>): Promise<unknown> =>
  withTimeout(ready, loadTimeoutMs, () => {
    throw new ChatUnavailable('timeout')
  })

/** Loads and runs a third-party script. Rejects with `ChatUnavailable` if the browser blocks it. */
export const loadScript = (src: string, attributes: Readonly<Record<string, string>> = {}): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.async = true
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new ChatUnavailable('blocked')))
    script.src = src
    document.head.append(script)
  })

/** Removes the properties of `window` whose names match. */
export const removeGlobals = (names: RegExp): void => {
  for (const name of Object.keys(window)) if (names.test(name)) Reflect.deleteProperty(window, name)
}

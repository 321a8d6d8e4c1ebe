import { ChatUnavailable } from './chat-widget.ts'

/** How long a provider may take until its chat is there, in milliseconds. */
export const loadTimeoutMs = 15_000
/** How long to wait for a provider that is told that its visitor leaves, in milliseconds. */
export const endTimeoutMs = 2000

/** The promise's outcome, or what `late` makes when it takes longer. */
export const within = <T>(promise: Promise<T>, ms: number, late: () => T): Promise<T> => {
  let timer: ReturnType<typeof setTimeout>
  const timeout = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(late())
      } catch (failure) {
        reject(failure)
      }
    }, ms)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}

/** Waits until the provider's chat is there. */
export const untilLoaded = (ready: Promise<unknown>): Promise<unknown> =>
  within(ready, loadTimeoutMs, () => {
    throw new ChatUnavailable('timeout')
  })

/** Runs a script of another origin. A browser that will not fetch it says so at once. */
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

/** Takes away what a script has left on `window` under names of this kind. */
export const removeGlobals = (names: RegExp): void => {
  for (const name of Object.keys(window)) if (names.test(name)) Reflect.deleteProperty(window, name)
}

type Add = (type: string, listener: EventListenerOrEventListenerObject | null, options?: Options) => void
type Options = boolean | AddEventListenerOptions

/** Returns whether a library called the caller of this function. Libraries stay loaded for all files of a process. */
const isCalledByLibrary = (): boolean =>
  new Error().stack?.split('\n')[3]?.includes('/node_modules/') === true

/**
 * Records the listeners that our own code adds to a target from now on. Returns a function that removes them, and ends
 * the recording.
 */
export const recordListeners = (target: EventTarget): (() => void) => {
  const add: Add = target.addEventListener
  const added: Parameters<Add>[] = []
  const record: Add = (type, listener, options) => {
    if (!isCalledByLibrary()) added.push([type, listener, options])
    add.call(target, type, listener, options)
  }
  target.addEventListener = record
  return () => {
    target.addEventListener = add
    for (const [type, listener, options] of added) target.removeEventListener(type, listener, options)
  }
}

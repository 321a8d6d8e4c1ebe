import { vi } from 'vitest'

type Mode = 'shared' | 'exclusive'
type Task = (lock: object | null) => unknown

interface Request {
  readonly mode: Mode
  readonly run: () => Promise<unknown>
}

/** One lock of the browser: either one exclusive holder, or any number of shared ones. First come, first served. */
const createLock = () => {
  const held = new Set<Request>()
  const waiting: Request[] = []
  const isFree = (mode: Mode) =>
    held.size === 0 || (mode === 'shared' && [...held].every((holder) => holder.mode === 'shared'))
  const grant = (): void => {
    const [next] = waiting
    if (next === undefined || !isFree(next.mode)) return
    waiting.shift()
    held.add(next)
    void next.run().finally(() => {
      held.delete(next)
      grant()
    })
    grant()
  }
  return {
    isFree: (mode: Mode) => waiting.length === 0 && isFree(mode),
    request: (mode: Mode, task: Task) =>
      new Promise((resolve, reject) => {
        const run = async () => task({ mode })
        waiting.push({ mode, run: () => run().then(resolve, reject) })
        grant()
      }),
  }
}

/** Gives the browser locks, which jsdom does not have. Several loads of a module share them, as tabs do. */
export const fakeLocks = (): void => {
  const locks = new Map<string, ReturnType<typeof createLock>>()
  const lockOf = (name: string) => {
    const lock = locks.get(name) ?? createLock()
    locks.set(name, lock)
    return lock
  }
  const request = async (name: string, ...rest: [Task] | [{ mode?: Mode; ifAvailable?: boolean }, Task]) => {
    // Granted later, as in a browser.
    await Promise.resolve()
    const [{ mode = 'exclusive', ifAvailable = false }, task] = rest.length === 1 ? [{}, rest[0]] : rest
    const lock = lockOf(name)
    return ifAvailable && !lock.isFree(mode) ? task(null) : lock.request(mode, task)
  }
  vi.stubGlobal('navigator', { locks: { request }, onLine: true })
}

import { join, relative } from 'node:path'
import chokidar from 'chokidar'
import { projectRoot } from './hash.ts'

/** Ends a watch or a series of rebuilds. */
export type Stop = () => void

/** Tests are no part of what runs. */
export const isSource = (path: string): boolean => !path.includes('.test.')

/** Waits for a burst of changes to end before it acts, and acts once for all of them. */
export const debounced = (ms: number, act: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }
}

/**
 * Tells of every source that is written, replaced, added or removed below the folders (from the project's root).
 * Editors that save by replacing the file, and folders that are new, are seen as well: Node's own recursive watch
 * misses both on Linux.
 */
export const watchFolders = (folders: readonly string[], onChange: (path: string) => void): Stop => {
  const paths = folders.map((folder) => join(projectRoot, folder))
  const watcher = chokidar.watch(paths, { ignoreInitial: true })
  watcher.on('all', (_, path) => {
    if (isSource(path)) onChange(relative(projectRoot, path))
  })
  watcher.on('error', (error) => console.error('Changes may go unnoticed:', error))
  return () => void watcher.close()
}

/** Longer than the 50 ms in which chokidar tells of a file once only: the rebuild reads what came after, too. */
export const burstMs = 70

/** How long after the start a rebuild is tried ahead of the first change: until then others need the processor. */
const quietMs = 3000

/**
 * Rebuilds when told of a change, one rebuild at a time; changes that come during a rebuild are taken together in
 * the next one. The first rebuild of a process loads its tools and reads everything, so it is done ahead of the
 * first change. `rebuild` hears
 * whether it is that one and must not reject.
 */
export const rebuilds = (
  rebuild: (ahead: boolean) => Promise<void>,
): { readonly changed: () => void; readonly stop: () => Promise<void> } => {
  let turn: Promise<void> = Promise.resolve()
  let waiting = false
  const next = (ahead: boolean) => {
    if (waiting) return
    waiting = true
    turn = turn.then(() => {
      waiting = false
      return rebuild(ahead)
    })
  }
  const timer = setTimeout(() => next(true), quietMs).unref()
  return {
    changed: debounced(burstMs, () => next(false)),
    stop: () => {
      clearTimeout(timer)
      return turn
    },
  }
}

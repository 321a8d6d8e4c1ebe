import { join, relative } from 'node:path'
import chokidar from 'chokidar'
import { pathInProject, projectRoot } from './hash.ts'

/** Stops a watcher. */
export type Stop = () => void

/** Reports whether a file is part of the product: tests are not. */
export const isSource = (path: string): boolean => !path.includes('.test.')

/** Returns a function that calls `act` once, `ms` after the last of several calls. */
export const debounced = (ms: number, act: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }
}

/**
 * Calls `onChange` for every source that is changed, added or removed in the folders (relative to the project's
 * root). chokidar also detects files that an editor replaces and new folders. Node's recursive watch misses both on
 * Linux.
 */
export const watchFolders = (folders: readonly string[], onChange: (path: string) => void): Stop => {
  const paths = folders.map((folder) => join(projectRoot, folder))
  const watcher = chokidar.watch(paths, { ignoreInitial: true })
  watcher.on('all', (_, path) => {
    if (isSource(pathInProject(path))) onChange(relative(projectRoot, path))
  })
  watcher.on('error', (error) => console.error('Some changes may not be detected:', error))
  return () => void watcher.close()
}

/** Longer than the 50 ms in which chokidar reports a file only once, so that a rebuild reads the latest content. */
export const burstMs = 70

/** Delay of the warm-up build after the start, in milliseconds: other work needs the processor first. */
const warmUpDelayMs = 3000

/**
 * Runs one rebuild at a time. Changes during a rebuild are combined in the next one. The first rebuild of a process
 * is slow because it loads its tools, so a warm-up build runs before the first change. `rebuild` must not reject.
 */
export const createRebuilder = (
  rebuild: (isWarmUp: boolean) => Promise<void>,
): { readonly changed: () => void; readonly stop: () => Promise<void> } => {
  let lastRebuild: Promise<void> = Promise.resolve()
  let isQueued = false
  const queue = (isWarmUp: boolean) => {
    if (isQueued) return
    isQueued = true
    lastRebuild = lastRebuild.then(() => {
      isQueued = false
      return rebuild(isWarmUp)
    })
  }
  const timer = setTimeout(() => queue(true), warmUpDelayMs).unref()
  return {
    changed: debounced(burstMs, () => queue(false)),
    stop: () => {
      clearTimeout(timer)
      return lastRebuild
    },
  }
}

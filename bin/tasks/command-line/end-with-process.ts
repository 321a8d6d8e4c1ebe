import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a cleanup when this process ends, the latest one first. A signal would otherwise end it without one. Returns a
 * function that cancels the cleanup.
 */
const beforeEnd = (cleanup: () => void): (() => void) => {
  const exit = () => process.exit(1)
  process.prependListener('exit', cleanup)
  for (const signal of signals) process.on(signal, exit)
  return () => {
    process.off('exit', cleanup)
    for (const signal of signals) process.off(signal, exit)
  }
}

/**
 * Ends a child process when this process ends. A signal would otherwise end only this one and leave the child running.
 *
 * @param signal SIGKILL for a child that would go on to write files
 */
export const endWithProcess = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): void => {
  child.once(
    'exit',
    beforeEnd(() => void child.kill(signal)),
  )
}

/** Creates a temporary folder, which is deleted when this process ends. */
export const temporaryFolder = (prefix: string): string => {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  beforeEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

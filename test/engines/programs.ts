import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Time for a program to end by itself, in milliseconds. */
const endsWithinMs = 5000

/** Sends a signal to a program and to all programs that it has started, which share its process group. */
const signal = ({ pid }: ChildProcess, name: NodeJS.Signals): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, name)
  } catch {
    // All of them have ended.
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/**
 * Starts a program. Returns a function that ends it with all programs that it started, and waits until it has ended.
 */
export const startProgram = (
  path: string,
  args: readonly string[],
  env = process.env,
): (() => Promise<void>) => {
  const child = spawn(path, args, { env, detached: true, stdio: 'ignore' })
  // Ends it even when a test run is interrupted.
  const endNow = () => signal(child, 'SIGKILL')
  process.once('exit', endNow)
  return async () => {
    if (!hasEnded(child)) {
      const exited = once(child, 'exit')
      signal(child, 'SIGTERM')
      await Promise.race([exited, sleep(endsWithinMs)])
    }
    endNow()
    process.off('exit', endNow)
  }
}

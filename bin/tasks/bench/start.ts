import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#local/kit/free-port.ts'
import { endWithProcess } from '../command-line/end-with-process.ts'

export interface StartedCloud {
  readonly site: string
  readonly port: number
  /** The process of `npm start`, which starts all others. */
  readonly pid: number
  /** Seconds from `npm start` to the first successful response. */
  readonly readySeconds: number
  readonly stop: () => Promise<void>
}

/**
 * Polls every `everyMs` milliseconds until the condition holds.
 *
 * @returns how long it took, in seconds
 * @throws Error when it takes longer than `withinSeconds`
 */
export const secondsUntil = async (
  what: string,
  condition: () => Promise<boolean>,
  { withinSeconds, everyMs }: { withinSeconds: number; everyMs: number },
): Promise<number> => {
  const startedAt = performance.now()
  const passed = () => (performance.now() - startedAt) / 1000
  while (!(await condition())) {
    if (passed() > withinSeconds) throw new Error(`Took longer than ${withinSeconds} s: ${what}`)
    await sleep(everyMs)
  }
  return passed()
}

/** Returns whether an address responds successfully. */
const responds = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Runs `npm start` in a folder and waits until the cloud and the home page respond. Default: at a free port. A repeated
 * start needs the port of the first one, because only the same addresses allow it to restore the seed.
 */
export const startIn = async (folder: string, samePort?: number): Promise<StartedCloud> => {
  const port = samePort ?? (await freePort())
  const site = `http://localhost:${port}`
  const child = spawn(process.execPath, ['bin/task.mjs', 'start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  endWithProcess(child)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  const isReady = async () => (await responds(`${site}/_local/health`)) && (await responds(`${site}/`))
  try {
    const readySeconds = await secondsUntil('npm start is ready', isReady, {
      withinSeconds: 120,
      everyMs: 100,
    })
    return { site, port, pid: child.pid ?? 0, readySeconds, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

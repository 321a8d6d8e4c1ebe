import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#local/kit/free-port.ts'

export interface RunningCloud {
  readonly site: string
  stop(): Promise<void>
}

/**
 * Time limit of a start, which usually takes ten seconds. Two clouds on a machine with a load of 20 have taken more
 * than 120.
 */
const readyWithinMs = 300_000

const isReady = async (site: string): Promise<boolean> => {
  try {
    const response = await fetch(`${site}/_local/health`)
    const health: unknown = response.ok ? await response.json() : undefined
    return typeof health === 'object' && health !== null && 'ready' in health && health.ready === true
  } catch {
    return false // the port is not open yet
  }
}

const stop = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await gone
  clearTimeout(killer)
}

/**
 * Starts another local cloud on a free port, as `npm start` does, and waits until it is ready. Its output goes to
 * `.cache/local-cloud-<name>.log`. Throws with the end of that log if it does not start.
 */
export const startCloud = async (name: string): Promise<RunningCloud> => {
  const port = await freePort()
  const address = `http://localhost:${port}`
  mkdirSync('.cache', { recursive: true })
  const logFile = `.cache/local-cloud-${name}.log`
  const log = openSync(logFile, 'w')
  const child = spawn(process.execPath, ['--import', 'tsx', 'bin/tasks/start.ts', '--no-watch'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  process.once('exit', () => child.kill('SIGKILL'))
  const deadline = Date.now() + readyWithinMs
  while (!(await isReady(address))) {
    if (child.exitCode === null && Date.now() < deadline) {
      await sleep(100)
      continue
    }
    await stop(child)
    throw new Error(`The local cloud did not start:\n${readFileSync(logFile, 'utf8').slice(-3000)}`)
  }
  return { site: address, stop: () => stop(child) }
}

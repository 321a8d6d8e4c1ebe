import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#local/kit/free-port.ts'
import { endWithProcess } from '../command-line/end-with-process.ts'
import { installPythonProgram } from '../install/python-program.ts'
import { projectRoot } from '#lib/bundle-functions.ts'
import type { EmulatorSettings } from './removal.ts'

const version = '1.5.33'
const ministack = {
  name: 'MiniStack',
  command: 'ministack',
  version,
  // Without cryptography, MiniStack rejects every token, because it cannot check signatures.
  packages: ['cryptography==50.0.2', `ministack==${version}`],
  otherwise: ', or set AWS_ENDPOINT_URL to a running emulator',
}
/**
 * Returns the settings of the emulator. It listens on this machine only, because it runs functions and accepts any
 * credentials.
 */
const settingsOf = (port: number, region: string) => ({
  GATEWAY_PORT: String(port),
  BIND_HOST: '127.0.0.1',
  // MQTT over TLS, for which no address can be set. Zero switches it off.
  IOT_MTLS_PORT: '0',
  MINISTACK_REGION: region,
})

/** Returns the environment of programs that use the emulator. The SDK prefers a profile to access keys. */
export const environmentFor = (
  { endpoint, region, credentials }: EmulatorSettings,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv => ({
  ...env,
  AWS_PROFILE: undefined,
  AWS_SESSION_TOKEN: undefined,
  AWS_ENDPOINT_URL: endpoint,
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
})

const logFile = join(projectRoot, '.cache', 'ministack.log')
const startLimitMs = 60_000

export interface Emulator {
  readonly endpoint: string
  readonly name: string
  stop(): void
}

export const isReachable = async (endpoint: string): Promise<boolean> => {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(5000) })
    return true
  } catch {
    // The emulator is still starting, or the operator has to start it.
    return false
  }
}

const waitFor = async (endpoint: string, child: ChildProcess): Promise<void> => {
  const deadline = performance.now() + startLimitMs
  while (!(await isReachable(endpoint))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('MiniStack did not start.')
    await sleep(500)
  }
}

/**
 * Starts MiniStack, or uses the emulator at `AWS_ENDPOINT_URL`.
 *
 * @param region region of calls without a signature, such as calls of browsers to the user pool
 */
export const openEmulator = async (given: string | undefined, region: string): Promise<Emulator> => {
  if (given !== undefined) {
    if (!(await isReachable(given))) throw new Error(`Nothing responds at AWS_ENDPOINT_URL=${given}.`)
    return { endpoint: given, name: given, stop: () => undefined }
  }
  const command = installPythonProgram(ministack)
  const port = await freePort()
  const log = openSync(logFile, 'w')
  const child = spawn(command, [], {
    env: { ...process.env, ...settingsOf(port, region) },
    stdio: ['ignore', log, log],
  })
  endWithProcess(child)
  closeSync(log)
  console.log(`MiniStack ${version} starts on port ${port}. Its log is ${relative(projectRoot, logFile)}.`)
  const endpoint = `http://localhost:${port}`
  try {
    await waitFor(endpoint, child)
  } catch (error) {
    // A running child would keep this process from ending.
    child.kill()
    throw error
  }
  return { endpoint, name: `MiniStack ${version}`, stop: () => void child.kill() }
}

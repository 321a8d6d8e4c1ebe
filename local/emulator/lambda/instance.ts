import { Worker } from 'node:worker_threads'
import type { FunctionError, Invocation, WorkerReply, WorkerSetup } from './messages.ts'

/** The result of an invocation. `payload` is the JSON value that the handler returned. */
export type Outcome =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly error: FunctionError }

/**
 * Lambda allows 10 seconds for the code outside the handler:
 * docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
const initTimeoutMs = 10_000

/** Lambda's limit for the JSON of a response: docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const maxResponseBytes = 6_291_556

export interface InstanceOptions {
  readonly workerFile: string
  readonly setup: WorkerSetup
  readonly environment: Readonly<Record<string, string>>
  readonly memoryMb: number
  readonly log: (text: string) => void
}

/** Returns the outcome of a call that failed outside the handler. */
export const failure = (errorType: string, errorMessage: string): Outcome => ({
  ok: false,
  error: { errorType, errorMessage },
})

const resultOf = (payload = 'null'): Outcome =>
  Buffer.byteLength(payload) > maxResponseBytes
    ? failure(
        'Function.ResponseSizeTooLarge',
        `Response payload size exceeded maximum allowed payload size (${maxResponseBytes} bytes).`,
      )
    : { ok: true, payload: JSON.parse(payload) }

const outcomeOf = (message: WorkerReply): Outcome => {
  switch (message.kind) {
    case 'ready':
      return { ok: true, payload: null }
    case 'done':
      return resultOf(message.payload)
    case 'initFailed':
    case 'failed':
      return { ok: false, error: message.error }
  }
}

const startWorker = ({ workerFile, setup, environment, memoryMb, log }: InstanceOptions): Worker => {
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
  return worker
}

/** An execution environment of a function: a worker thread that handles one invocation at a time. */
export class Instance {
  readonly #worker: Worker
  readonly #ready: Promise<Outcome>
  #usable = true
  #resolveOutcome: ((outcome: Outcome) => void) | undefined

  constructor(options: InstanceOptions) {
    this.#worker = startWorker(options)
    this.#worker.on('message', (message: WorkerReply) => this.#finish(outcomeOf(message)))
    this.#worker.on('error', (error) => {
      options.log(`ERROR\tUncaught Exception\t${error.stack ?? error.message}\n`)
      this.#fail(failure('Runtime.UnhandledError', error.message))
    })
    this.#worker.on('exit', (code) =>
      this.#fail(failure('Runtime.ExitError', `Runtime exited with error: exit status ${code}`)),
    )
    const timedOut = failure('Sandbox.Timedout', 'The code outside the handler took over 10 seconds')
    this.#ready = this.#next(initTimeoutMs, timedOut)
  }

  /** False once the thread has ended or must be discarded. */
  get usable(): boolean {
    return this.#usable
  }

  /** Runs one invocation. `killAfterMs` ends the thread before the timeout, for fault injection. */
  async invoke(invocation: Invocation, killAfterMs?: number): Promise<Outcome> {
    const started = await this.#ready
    if (!started.ok) {
      this.#fail(started)
      void this.#worker.terminate()
      return started
    }
    const { timeoutMs, requestId } = invocation
    const outcome =
      killAfterMs !== undefined && killAfterMs < timeoutMs
        ? this.#next(killAfterMs, failure('Runtime.ExitError', 'Runtime exited with error: signal: killed'))
        : this.#next(
            timeoutMs,
            failure(
              'Sandbox.Timedout',
              `${requestId} Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`,
            ),
          )
    this.#worker.postMessage(invocation)
    return outcome
  }

  async stop(): Promise<void> {
    this.#fail(failure('Runtime.ExitError', 'The emulator stopped this environment'))
    await this.#worker.terminate()
  }

  #finish(outcome: Outcome): void {
    this.#resolveOutcome?.(outcome)
    this.#resolveOutcome = undefined
  }

  #fail(outcome: Outcome): void {
    this.#usable = false
    this.#finish(outcome)
  }

  /** Waits for the worker's next message. After `limitMs`, ends the thread and returns `late`. */
  #next(limitMs: number, late: Outcome): Promise<Outcome> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#fail(late)
        void this.#worker.terminate()
      }, limitMs)
      this.#resolveOutcome = (outcome) => {
        clearTimeout(timer)
        resolve(outcome)
      }
    })
  }
}

/** Starts an execution environment. Its bundle loads immediately, as in a cold start. */
export const startInstance = (options: InstanceOptions): Instance => new Instance(options)

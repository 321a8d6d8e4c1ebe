import { randomUUID } from 'node:crypto'
import { startInstance, type Instance, type Outcome } from './instance.ts'
import type { LogStore } from './log-store.ts'

/** A function of the template with all values resolved. */
export interface RunnableFunction {
  readonly name: string
  readonly arn: string
  /** Absolute path of the bundle. */
  readonly bundle: string
  /** Name of the exported handler. */
  readonly handler: string
  readonly environment: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly memoryMb: number
  readonly reservedConcurrency: number | undefined
}

export interface PoolOptions {
  readonly definition: RunnableFunction
  readonly workerFile: string
  readonly clock: SharedArrayBuffer
  readonly logs: LogStore
}

/** Maximum number of environments of a function. Lambda has no such limit. Further calls wait. */
const maxParallel = 8
/** Lambda also keeps idle environments for several minutes. A cold start takes 0.15 s of processor time. */
const idleMs = 600_000

const throttled: Outcome = {
  ok: false,
  error: { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.' },
}

interface Slot {
  readonly instance: Instance
  readonly generation: number
  idleTimer?: NodeJS.Timeout
}

/** The execution environments of one function: reused when warm, started on demand, ended when idle. */
export class Pool {
  readonly #options: PoolOptions
  readonly #idle: Slot[] = []
  readonly #all = new Set<Slot>()
  readonly #waiting: (() => void)[] = []
  #running = 0
  /** Environments of an earlier generation have an old bundle. */
  #generation = 0

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /**
   * Runs the function. Waits while the maximum is running, or is throttled if the template reserves
   * concurrency. `killAfterMs` ends the environment that long after the start.
   */
  async invoke(event: unknown, killAfterMs?: number): Promise<Outcome> {
    const { reservedConcurrency } = this.#options.definition
    if (reservedConcurrency !== undefined && this.#running >= reservedConcurrency) return throttled
    if (this.#running >= maxParallel) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await this.#run(event, killAfterMs)
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  /** Ends idle environments now and busy ones after their response. The next call loads the bundle again. */
  recycle(): void {
    this.#generation += 1
    for (const slot of this.#idle.slice()) void this.#drop(slot)
  }

  async stop(): Promise<void> {
    this.#generation += 1
    await Promise.all([...this.#all].map((slot) => this.#drop(slot)))
  }

  async #run(event: unknown, killAfterMs?: number): Promise<Outcome> {
    const { definition, logs } = this.#options
    const { name, arn, memoryMb, timeoutMs } = definition
    const slot = this.#takeIdle() ?? this.#start()
    const requestId = randomUUID()
    const invocation = { requestId, event, functionName: name, functionArn: arn, memoryMb, timeoutMs }
    const outcome = await slot.instance.invoke(invocation, killAfterMs)
    if (!outcome.ok) logs.add(name, `${outcome.error.errorType}: ${outcome.error.errorMessage}`)
    this.#giveBack(slot)
    return outcome
  }

  #start(): Slot {
    const { definition, workerFile, clock, logs } = this.#options
    const instance = startInstance({
      workerFile,
      setup: { bundle: definition.bundle, handler: definition.handler, clock },
      environment: definition.environment,
      memoryMb: definition.memoryMb,
      log: (text) => logs.add(definition.name, text),
    })
    const slot = { instance, generation: this.#generation }
    this.#all.add(slot)
    return slot
  }

  #takeIdle(): Slot | undefined {
    const slot = this.#idle.pop()
    if (!slot) return undefined
    clearTimeout(slot.idleTimer)
    if (slot.instance.usable) return slot
    void this.#drop(slot)
    return this.#takeIdle()
  }

  #giveBack(slot: Slot): void {
    if (!slot.instance.usable || slot.generation !== this.#generation) {
      void this.#drop(slot)
      return
    }
    slot.idleTimer = setTimeout(() => void this.#drop(slot), idleMs).unref()
    this.#idle.push(slot)
  }

  #drop(slot: Slot): Promise<void> {
    clearTimeout(slot.idleTimer)
    this.#all.delete(slot)
    const at = this.#idle.indexOf(slot)
    if (at >= 0) this.#idle.splice(at, 1)
    return slot.instance.stop()
  }
}

import { randomUUID } from 'node:crypto'
import { startInstance, type Instance, type Outcome } from './instance.ts'
import type { LogStore } from './log-store.ts'

/** A function as the template describes it, with everything resolved. */
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

export interface Pool {
  /** Runs the function; waits its turn when as many run as may. */
  invoke(event: unknown, killAfterMs?: number): Promise<Outcome>
  /** Ends idle environments now and busy ones after their answer: the next call loads the bundle anew. */
  recycle(): void
  stop(): Promise<void>
}

/** How many environments one function has at most here; Lambda would go on. Further calls wait. */
const maxParallel = 8
const idleMs = 120_000

const throttled: Outcome = {
  ok: false,
  error: { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.' },
}

interface Slot {
  readonly instance: Instance
  readonly generation: number
  idleTimer?: NodeJS.Timeout
}

/** The execution environments of one function: reused when warm, started when needed, ended when idle. */
export const createPool = ({ definition, workerFile, clock, logs }: PoolOptions): Pool => {
  const { reservedConcurrency } = definition
  const idle: Slot[] = []
  const all = new Set<Slot>()
  const waiting: (() => void)[] = []
  let running = 0
  let generation = 0

  const drop = (slot: Slot) => {
    clearTimeout(slot.idleTimer)
    all.delete(slot)
    const at = idle.indexOf(slot)
    if (at >= 0) idle.splice(at, 1)
    return slot.instance.stop()
  }

  const start = (): Slot => {
    const instance = startInstance({
      workerFile,
      setup: { bundle: definition.bundle, handler: definition.handler, clock },
      environment: definition.environment,
      memoryMb: definition.memoryMb,
      log: (text) => logs.add(definition.name, text),
    })
    const slot = { instance, generation }
    all.add(slot)
    return slot
  }

  const takeIdle = (): Slot | undefined => {
    const slot = idle.pop()
    if (!slot) return undefined
    clearTimeout(slot.idleTimer)
    if (slot.instance.usable) return slot
    void drop(slot)
    return takeIdle()
  }

  const giveBack = (slot: Slot) => {
    if (!slot.instance.usable || slot.generation !== generation) return void drop(slot)
    slot.idleTimer = setTimeout(() => void drop(slot), idleMs).unref()
    idle.push(slot)
  }

  const run = async (event: unknown, killAfterMs?: number): Promise<Outcome> => {
    const slot = takeIdle() ?? start()
    const requestId = randomUUID()
    const outcome = await slot.instance.invoke(
      {
        requestId,
        event,
        functionName: definition.name,
        functionArn: definition.arn,
        memoryMb: definition.memoryMb,
        timeoutMs: definition.timeoutMs,
      },
      killAfterMs,
    )
    if (!outcome.ok) logs.add(definition.name, `${outcome.error.errorType}: ${outcome.error.errorMessage}`)
    giveBack(slot)
    return outcome
  }

  return {
    async invoke(event, killAfterMs) {
      if (reservedConcurrency !== undefined && running >= reservedConcurrency) return throttled
      if (running >= maxParallel) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return await run(event, killAfterMs)
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
    recycle() {
      generation += 1
      for (const slot of [...idle]) void drop(slot)
    },
    async stop() {
      generation += 1
      await Promise.all([...all].map(drop))
    },
  }
}

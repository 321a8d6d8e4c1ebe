import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Faults } from '../types.ts'
import type { Outcome } from './instance.ts'
import type { LogStore } from './log-store.ts'
import { Pool, type RunnableFunction } from './pool.ts'

export interface Functions {
  /** Runs a function by its ARN and waits for its answer. An unknown ARN is an error of the template. */
  invoke(arn: string, event: unknown): Promise<Outcome>
  nameOf(arn: string): string
  names(): string[]
  /** Ends the environments of old bundles: the next call of each function loads its bundle anew. */
  recycle(): void
  stop(): Promise<void>
}

const failure = (errorType: string, errorMessage: string): Outcome => ({
  ok: false,
  error: { errorType, errorMessage },
})

/**
 * All functions of the template. Faults of the service `lambda` (action: the function's name) do this:
 * `error: "timeout"` or `"kill"` ends the thread `delayMs` after it began; any other error fails the call
 * without running it; `dropResponse` runs it and loses the answer; `delayMs` alone delays the call.
 */
export const createFunctions = (
  definitions: readonly RunnableFunction[],
  options: {
    workerFile: string
    clock: Clock
    logs: LogStore
    faults: Faults
    /** Calls of a function wait until its bundle is there. */
    whenReady: (name: string) => Promise<unknown>
  },
): Functions => {
  const { workerFile, clock, logs, faults, whenReady } = options
  const pools = new Map<string, { definition: RunnableFunction; pool: Pool }>(
    definitions.map((definition) => [
      definition.arn,
      { definition, pool: new Pool({ definition, workerFile, clock: clock.shared, logs }) },
    ]),
  )
  const find = (arn: string) => {
    const found = pools.get(arn)
    if (!found) throw new Error(`No function has the ARN ${arn}`)
    return found
  }

  return {
    async invoke(arn, event) {
      const { definition, pool } = find(arn)
      await whenReady(definition.name)
      const fault = faults.take('lambda', definition.name)
      if (!fault) return pool.invoke(event)
      if (fault.error === 'timeout' || fault.error === 'kill') {
        const outcome = await pool.invoke(event, fault.delayMs ?? 0)
        return fault.error === 'kill' ? outcome : failure('Sandbox.Timedout', 'Task timed out (fault)')
      }
      if (fault.delayMs) await wait(fault.delayMs)
      if (fault.error) return failure(fault.error, 'The local cloud was told to fail this call')
      const outcome = await pool.invoke(event)
      return fault.dropResponse ? failure('Runtime.ExitError', 'The answer was lost (fault)') : outcome
    },
    nameOf: (arn) => find(arn).definition.name,
    names: () => definitions.map(({ name }) => name).toSorted(),
    recycle: () => pools.forEach(({ pool }) => pool.recycle()),
    stop: async () => void (await Promise.all([...pools.values()].map(({ pool }) => pool.stop()))),
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '#local/kit/clock.ts'
import type { Faults } from '#local/kit/faults.ts'
import { failure, type Outcome } from './instance.ts'
import type { LogStore } from './log-store.ts'
import { Pool, type RunnableFunction } from './pool.ts'

export interface Functions {
  /** Invokes a function by its ARN and returns its outcome. Throws for an unknown ARN. */
  invoke(arn: string, event: unknown): Promise<Outcome>
  nameOf(arn: string): string
  names(): string[]
  /** Updates the configuration of existing functions. Running calls finish with the previous one. */
  update(definitions: readonly RunnableFunction[]): void
  /** Ends the environments of old bundles. The next call of each function loads its bundle again. */
  recycle(): void
  stop(): Promise<void>
}

/**
 * Creates the functions of the template. A fault of the service `lambda` has the function's name as its
 * action. `error: "timeout"` or `"kill"` ends the thread after `delayMs`. Any other error fails the call
 * without running it. `dropResponse` runs it and loses the response. `delayMs` alone delays the call.
 */
export const createFunctions = (
  definitions: readonly RunnableFunction[],
  options: {
    workerFile: string
    clock: Clock
    logs: LogStore
    faults: Faults
    /** Resolves when the function's bundle is built. Calls wait for it. */
    whenReady: (name: string) => Promise<unknown>
  },
): Functions => {
  const { workerFile, clock, logs, faults, whenReady } = options
  const withPool = (definition: RunnableFunction) => ({
    definition,
    pool: new Pool({ definition, workerFile, clock: clock.shared, logs }),
  })
  const pools = new Map<string, { definition: RunnableFunction; pool: Pool }>(
    definitions.map((definition) => [definition.arn, withPool(definition)]),
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
      if (fault.error) return failure(fault.error, 'A fault failed this call')
      const outcome = await pool.invoke(event)
      return fault.dropResponse ? failure('Runtime.ExitError', 'The response was lost (fault)') : outcome
    },
    nameOf: (arn) => find(arn).definition.name,
    names: () => definitions.map(({ name }) => name).toSorted(),
    update: (changed) => {
      for (const definition of changed) {
        find(definition.arn).pool.recycle()
        pools.set(definition.arn, withPool(definition))
      }
    },
    recycle: () => pools.forEach(({ pool }) => pool.recycle()),
    stop: async () => void (await Promise.all([...pools.values()].map(({ pool }) => pool.stop()))),
  }
}

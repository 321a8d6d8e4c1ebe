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
  /**
   * Ends the environments of an old bundle. The next call of each function waits until it is bundled again; where
   * that fails, the last good bundle goes on until the next change.
   */
  recycle(bundle: (name: string) => Promise<void>): void
  stop(): Promise<void>
}

const failure = (errorType: string, errorMessage: string): Outcome => ({
  ok: false,
  error: { errorType, errorMessage },
})

/** Work that is done at most once, when it is first asked for. */
const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

/**
 * All functions of the template. Faults of the service `lambda` (action: the function's name) do this:
 * `error: "timeout"` or `"kill"` ends the thread `delayMs` after it began; any other error fails the call
 * without running it; `dropResponse` runs it and loses the answer; `delayMs` alone delays the call.
 */
export const createFunctions = (
  definitions: readonly RunnableFunction[],
  options: { workerFile: string; clock: Clock; logs: LogStore; faults: Faults },
): Functions => {
  const { workerFile, clock, logs, faults } = options
  const pools = new Map<string, { definition: RunnableFunction; pool: Pool }>(
    definitions.map((definition) => [
      definition.arn,
      { definition, pool: new Pool({ definition, workerFile, clock: clock.shared, logs }) },
    ]),
  )
  /** Bundling that the next call of a function has to wait for, by ARN: asked for once, and shared by its callers. */
  const due = new Map<string, () => Promise<void>>()
  const find = (arn: string) => {
    const found = pools.get(arn)
    if (!found) throw new Error(`No function has the ARN ${arn}`)
    return found
  }

  return {
    async invoke(arn, event) {
      const { definition, pool } = find(arn)
      await due.get(arn)?.()
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
    recycle: (bundle) =>
      pools.forEach(({ definition, pool }, arn) => {
        pool.recycle()
        due.set(
          arn,
          once(() => bundle(definition.name)),
        )
      }),
    stop: async () => void (await Promise.all([...pools.values()].map(({ pool }) => pool.stop()))),
  }
}

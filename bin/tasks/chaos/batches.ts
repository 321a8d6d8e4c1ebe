import { type FaultCounts, type ChaosOptions, sumOfFaults } from './options.ts'

/** Journeys that one process makes. */
export interface Batch {
  readonly journeys: number
  readonly seed: number
}

export interface BatchResult {
  readonly passed: boolean
  /** Everything that the process printed. */
  readonly output: string
  /** Undefined if the process ended before its journeys did. */
  readonly faults: FaultCounts | undefined
}

/** Large enough that a process takes longer for its journeys than for its start. */
const journeysPerBatch = 500

/** Divides the journeys among processes. Each batch has a seed of its own, so that it can be repeated alone. */
export const batchesOf = ({ journeys, seed }: Pick<ChaosOptions, 'journeys' | 'seed'>): Batch[] =>
  Array.from({ length: Math.ceil(journeys / journeysPerBatch) }, (_, at) => ({
    journeys: Math.min(journeysPerBatch, journeys - at * journeysPerBatch),
    seed: seed + at,
  }))

export interface RunOptions {
  readonly processes: number
  readonly run: (batch: Batch) => Promise<BatchResult>
  readonly print: (line: string) => void
}

/**
 * Runs batches side by side, and starts no more after a failure. Prints the output of a failed batch, which ends with
 * the shortest failing sequence, and the command that repeats it.
 *
 * @returns the injected faults, or undefined after a failure or an interruption
 */
export const runBatches = async (
  batches: readonly Batch[],
  { processes, run, print }: RunOptions,
): Promise<FaultCounts | undefined> => {
  const waiting = [...batches]
  const faults: FaultCounts[] = []
  let done = 0
  let hasFailed = false
  const runNext = async (): Promise<void> => {
    const batch = waiting.shift()
    if (batch === undefined || hasFailed) return
    const result = await run(batch)
    if (result.passed && result.faults !== undefined) {
      faults.push(result.faults)
      done += batch.journeys
      print(`${done} journeys passed (seed ${batch.seed})`)
      return runNext()
    }
    hasFailed = true
    print(result.output)
    if (result.faults === undefined) print('The run was interrupted before its end.')
    print(`To repeat it: npm run chaos -- --journeys ${batch.journeys} --seed ${batch.seed}`)
    return undefined
  }
  await Promise.all(Array.from({ length: processes }, runNext))
  return hasFailed ? undefined : sumOfFaults(faults)
}

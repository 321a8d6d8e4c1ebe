import { batchesOf, runBatches } from './chaos/batches.ts'
import { faultTable, missingFaults, readChaosOptions } from './chaos/options.ts'
import { runBatch } from './chaos/run-batch.ts'
import { readOrEnd } from './command-line/options.ts'

/**
 * `npm run chaos -- --journeys 10000 --seed 7`: random journeys while everything fails, in one process for each
 * processor. Prints the seed first, so that a run can be repeated, and the injected faults at the end. A run fails if
 * it is interrupted, or if it makes 1,000 journeys or more and never meets a kind of fault.
 */
const options = await readOrEnd(() => readChaosOptions(process.argv.slice(2), process.env))
console.log(`${options.journeys} journeys, seed ${options.seed}`)
const faults = await runBatches(batchesOf(options), {
  processes: options.processes,
  run: (batch) => runBatch(batch),
  print: (line) => console.log(line),
})
if (faults !== undefined) console.log(faultTable(faults))
const missing = missingFaults(options, faults ?? {})
if (missing.length > 0) console.log(`Faults that no journey injected: ${missing.join(', ')}`)
process.exitCode = faults === undefined || missing.length > 0 ? 1 : 0

import { batchesOf, runBatches } from './chaos/batches.ts'
import { faultTable, readChaosOptions } from './chaos/options.ts'
import { runBatch } from './chaos/run-batch.ts'

/**
 * `npm run chaos -- --journeys 10000 --seed 7`: random journeys while everything fails, in one process for each
 * processor. Prints the seed first, so that a run can be repeated, and the injected faults at the end. A run that is
 * interrupted fails.
 */
const options = readChaosOptions(process.argv.slice(2))
console.log(`${options.journeys} journeys, seed ${options.seed}`)
const faults = await runBatches(batchesOf(options), {
  processes: options.processes,
  run: (batch) => runBatch(batch),
  print: (line) => console.log(line),
})
if (faults !== undefined) console.log(faultTable(faults))
process.exitCode = faults === undefined ? 1 : 0

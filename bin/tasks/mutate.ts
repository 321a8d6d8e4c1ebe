import { run } from './mutate/run.ts'

/**
 * `npm run mutate [-- <folder> …]`: changes the guards of these folders one at a time, and fails if no test detects a
 * change that is not accepted with a reason. `--shard 1/4` takes every fourth file, `--without-models` leaves out the
 * slowest tests.
 */
try {
  process.exitCode = (await run(process.argv.slice(2), process.env)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

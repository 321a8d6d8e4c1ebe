import { run } from './ops/run.ts'
import { reasonOf } from './command-line/reason.ts'

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})

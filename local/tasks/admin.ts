import { run } from './admin/run.ts'

try {
  console.log(await run(process.argv.slice(2), process.env))
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : String(failure))
  process.exitCode = 1
}

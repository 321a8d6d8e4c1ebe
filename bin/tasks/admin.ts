import { run } from './admin/run.ts'

try {
  console.log(await run(process.argv.slice(2), process.env))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

import { run } from './stripe/run.ts'

try {
  const { text, isComplete } = await run(process.argv.slice(2), process.env)
  console.log(text)
  if (!isComplete) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

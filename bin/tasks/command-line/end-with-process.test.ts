import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

/** Starts a child that would run for a minute, and prints its process id. */
const parent = `
  import { spawn } from 'node:child_process'
  import { endWithProcess } from './bin/tasks/command-line/end-with-process.ts'
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
  endWithProcess(child)
  console.log(child.pid)
`

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a signal that ends a task also ends its child process', async () => {
  const task = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', parent])
  const [line] = await once(createInterface({ input: task.stdout }), 'line')
  const ended = once(task, 'exit')
  task.kill('SIGTERM')
  await ended
  await expect.poll(() => isRunning(Number(line)), { timeout: 5000 }).toBe(false)
})

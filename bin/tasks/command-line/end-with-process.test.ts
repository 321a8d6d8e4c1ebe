import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

/** Creates a folder, starts a child that would run for a minute, and prints its process id and the folder. */
const parent = `
  import { spawn } from 'node:child_process'
  import { endWithProcess, temporaryFolder } from './bin/tasks/command-line/end-with-process.ts'
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
  endWithProcess(child)
  console.log(child.pid, temporaryFolder('end-with-process-'))
`

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a signal that ends a task also ends its child process and deletes its temporary folder', async () => {
  const task = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', parent])
  const [line] = await once(createInterface({ input: task.stdout }), 'line')
  const [pid, folder] = String(line).split(' ')
  expect(existsSync(folder ?? '')).toBe(true)
  const ended = once(task, 'exit')
  task.kill('SIGTERM')
  await ended
  await expect.poll(() => isRunning(Number(pid)), { timeout: 5000 }).toBe(false)
  expect(existsSync(folder ?? '')).toBe(false)
})

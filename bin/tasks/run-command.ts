import { spawn } from 'node:child_process'

export interface Outcome {
  readonly passed: boolean
  readonly output: string
  readonly seconds: number
}

/** Runs a program and captures its output. bin/task.mjs adds node_modules/.bin to the path. */
export const runCommand = (command: string, args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    const chunks: Buffer[] = []
    const end = (passed: boolean, trailer = '') =>
      resolve({
        passed,
        output: Buffer.concat(chunks).toString() + trailer,
        seconds: (performance.now() - startedAt) / 1000,
      })
    const child = spawn(command, args, {
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => end(false, `${command} could not be started: ${error.message}\n`))
    child.on('close', (code) => end(code === 0))
  })

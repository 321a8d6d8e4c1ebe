import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Writes each line with a name in front, because the programs of all lanes share the terminal. */
const writeLines = (name: string, stream: Readable, write: (line: string) => void): void => {
  createInterface({ input: stream }).on('line', (line) => write(`${name.padEnd(11)} │ ${line}`))
}

/** Runs a program, prints its output with a name in front of each line, and returns its exit code. */
export const runInLane = (
  name: string,
  [command, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    writeLines(name, child.stdout, (line) => console.log(line))
    writeLines(name, child.stderr, (line) => console.error(line))
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })

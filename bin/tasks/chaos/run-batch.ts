import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Batch, BatchResult } from './batches.ts'
import { readFaults } from './options.ts'

const vitest = ['vitest', 'run', '--project', 'reliability', 'test/reliability/chaos/chaos.test.ts'] as const

/**
 * Makes the journeys of a batch in a process of its own.
 *
 * @param command program that makes the journeys and writes the injected faults into the file `CHAOS_FAULTS` at its end
 */
export const runBatch = async (
  { journeys, seed }: Batch,
  [command, ...args]: readonly [string, ...string[]] = vitest,
): Promise<BatchResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'))
  const file = join(folder, 'faults.json')
  try {
    const { code, output } = await new Promise<{ code: number; output: string }>((resolve, reject) => {
      const variables = { CHAOS_JOURNEYS: String(journeys), CHAOS_SEED: String(seed), CHAOS_FAULTS: file }
      const child = spawn(command, args, {
        env: { ...process.env, ...variables },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const chunks: Buffer[] = []
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      child.on('error', reject)
      // A process that a signal ended has no code.
      child.on('close', (exitCode) =>
        resolve({ code: exitCode ?? 1, output: Buffer.concat(chunks).toString() }),
      )
    })
    return { passed: code === 0, output, faults: readFaults(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

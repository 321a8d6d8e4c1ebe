import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultTable, readChaosOptions, readFaults } from './chaos/options.ts'

/**
 * `npm run chaos -- --journeys 10000 --seed 7`: random journeys while everything fails. Prints the seed first, so that
 * a run can be repeated, and the injected faults at the end. A run that is interrupted fails.
 */
const options = readChaosOptions(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), 'chaos-'))
const file = join(folder, 'faults.json')
console.log(`${options.journeys} journeys, seed ${options.seed}`)
try {
  const { status } = spawnSync('vitest', ['run', '--project', 'reliability', 'test/reliability/chaos'], {
    env: {
      ...process.env,
      CHAOS_JOURNEYS: String(options.journeys),
      CHAOS_SEED: String(options.seed),
      CHAOS_FAULTS: file,
    },
    stdio: 'inherit',
  })
  const faults = readFaults(file)
  if (faults === undefined) console.error('The run was interrupted before its end.')
  else console.log(faultTable(faults))
  process.exitCode = status === 0 && faults !== undefined ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

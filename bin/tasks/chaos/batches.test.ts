import { describe, expect, test } from 'vitest'
import { type Batch, batchesOf, type BatchResult, runBatches } from './batches.ts'
import { runBatch } from './run-batch.ts'

const batch: Batch = { journeys: 3, seed: 7 }
const passed = (faults = {}): BatchResult => ({ passed: true, output: 'all is well', faults })

const runAll = async (batches: readonly Batch[], run: (one: Batch) => Promise<BatchResult>) => {
  const lines: string[] = []
  const started: number[] = []
  const faults = await runBatches(batches, {
    processes: 2,
    print: (line) => void lines.push(line),
    run: (one) => {
      started.push(one.seed)
      return run(one)
    },
  })
  return { faults, lines, started }
}

describe('batches of journeys', () => {
  test('have all journeys, and a seed each', () => {
    expect(batchesOf({ journeys: 1200, seed: 7 })).toEqual([
      { journeys: 500, seed: 7 },
      { journeys: 500, seed: 8 },
      { journeys: 200, seed: 9 },
    ])
    expect(batchesOf(batch)).toEqual([batch])
  })

  test('return the sum of their faults', async () => {
    const { faults, lines } = await runAll(batchesOf({ journeys: 1200, seed: 7 }), async ({ seed }) =>
      passed({ 'table: fails': seed, [`seed ${seed}`]: 1 }),
    )
    expect(faults).toEqual({ 'table: fails': 24, 'seed 7': 1, 'seed 8': 1, 'seed 9': 1 })
    expect(lines.at(-1)).toContain('1200 journeys passed')
  })

  test('end at a failure, with its output and the command that repeats it', async () => {
    const { faults, lines, started } = await runAll(
      batchesOf({ journeys: 5000, seed: 7 }),
      async ({ seed }) =>
        seed === 8 ? { passed: false, output: 'Counterexample: [...]', faults: {} } : passed(),
    )
    expect(faults).toBeUndefined()
    expect(lines.join()).toContain('Counterexample: [...]')
    expect(lines).toContain('To repeat it: npm run chaos -- --journeys 500 --seed 8')
    expect(started.length).toBeLessThan(10)
  })

  test.each([
    ['by a signal', 'process.kill(process.pid, "SIGKILL")'],
    ['with status 0 before its journeys end', 'process.exit(0)'],
  ])('fail if a process ends %s', async (_how, program) => {
    const { faults, lines } = await runAll([batch], (one) => runBatch(one, [process.execPath, '-e', program]))
    expect(faults).toBeUndefined()
    expect(lines.join()).toContain('interrupted')
  })

  test('pass the journeys and the seed to the process, and read its faults', async () => {
    const program =
      'require("fs").writeFileSync(process.env.CHAOS_FAULTS, `{"${process.env.CHAOS_SEED}":${process.env.CHAOS_JOURNEYS}}`)'
    expect(await runBatch(batch, [process.execPath, '-e', program])).toMatchObject({
      passed: true,
      faults: { 7: 3 },
    })
  })
})

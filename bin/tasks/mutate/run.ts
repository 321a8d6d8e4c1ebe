import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceptedSurvivors, checkAccepted } from './accepted.ts'
import { type MutateOptions, readMutateOptions } from './options.ts'
import { planOf, stagesOf } from './plan.ts'
import { relatedTests } from './related.ts'
import { outcomesOf } from './outcomes.ts'
import { report } from './report.ts'
import { folderVariable, runFiles } from './run-files.ts'
import { instrument } from './sites.ts'
import type { Site } from './switch.ts'

/** A mutant that stops the tests for this long counts as detected, and its process is ended. */
const silenceMs = 180_000

/** Runs vitest with switchable guards. Resolves when it ends, even if it had to be ended. */
const runVitest = (
  folder: string,
  tests: readonly string[],
  { verbose }: MutateOptions,
  progress: () => number,
): Promise<'ended' | 'silent'> =>
  new Promise((resolve, reject) => {
    const args = ['run', '--config', 'test/mutation/vitest.config.ts', '--reporter', 'dot', ...tests]
    const child = spawn('vitest', args, {
      env: { ...process.env, [folderVariable]: folder, MODEL_SHRINK: 'off', MODEL_RUNS: '30' },
      stdio: verbose ? 'inherit' : 'ignore',
      // Ends the processes of the tests together with vitest.
      detached: true,
    })
    let [seen, seenAt] = [progress(), Date.now()]
    const watch = setInterval(() => {
      const now = progress()
      if (now !== seen) [seen, seenAt] = [now, Date.now()]
      else if (Date.now() - seenAt > silenceMs) end('silent')
    }, 1000)
    const end = (how: 'ended' | 'silent') => {
      clearInterval(watch)
      if (how === 'silent' && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      resolve(how)
    }
    child.on('error', reject)
    child.on('close', () => end('ended'))
  })

/** Runs the tests with the mutants of the plan. Ends a mutant that hangs and continues with the next one. */
const runPlan = async (folder: string, tests: readonly string[], options: MutateOptions): Promise<void> => {
  const files = runFiles(folder)
  while ((await runVitest(folder, tests, options, () => files.results().length)) === 'silent') {
    const last = files.results().at(-1)
    if (last?.outcome !== 'started') throw new Error('The tests hang without a mutant')
    files.addResult({ ...last, outcome: 'killed' })
  }
}

/** Runs the mutants. Results of unreliable tests do not count, so their mutants run again with the other tests. */
const runMutants = async (
  folder: string,
  sites: readonly Site[],
  options: MutateOptions,
): Promise<ReadonlySet<string>> => {
  const files = runFiles(folder)
  const reach = files.reach()
  const unreliable = new Set<string>()
  for (;;) {
    for (const stage of stagesOf(planOf(sites, reach, unreliable), reach)) {
      files.writePlan(stage.plan)
      await runPlan(folder, stage.files, options)
    }
    const found = files.results().filter(({ outcome }) => outcome === 'unreliable')
    if (found.length === 0) return unreliable
    for (const { test } of found) unreliable.add(test)
    files.writeResults(files.results().filter(({ test }) => !unreliable.has(test)))
  }
}

/**
 * Changes the guards of the chosen files one at a time. Returns whether tests detect all changes that are not accepted.
 */
export const run = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> => {
  const options = readMutateOptions(args, env)
  const sites = options.targets.flatMap((file) => instrument(file, readFileSync(file, 'utf8')).sites)
  const tests = relatedTests(options.targets).filter(
    (file) => !options.withoutModels || !file.startsWith('test/reliability/'),
  )
  const count = sites.reduce((total, { changes }) => total + changes.length, 0)
  console.log(`${count} mutants in ${options.targets.length} files, ${tests.length} related test files`)
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'))
  try {
    const files = runFiles(folder)
    files.writeTargets(options.targets)
    await runVitest(folder, tests, options, () => files.reach().length)
    const failing = files.reach().filter(({ passed }) => !passed)
    if (failing.length > 0) throw new Error(`Fails without a mutant: ${failing[0]?.test}`)
    const unreliable = await runMutants(folder, sites, options)
    const outcomes = outcomesOf(sites, files.reach(), files.results())
    const accepted = checkAccepted(acceptedSurvivors(), outcomes, options.targets)
    return report({ outcomes, accepted, unreliable })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

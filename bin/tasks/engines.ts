import { spawn } from 'node:child_process'
import { startIn } from './bench/start.ts'
import { parseCommandLine, requireLocalSite } from './command-line/options.ts'
import { type Engine, findEngines } from './engines/engines.ts'
import { requestedEngines, selectEngines } from './engines/selection.ts'
import { projectRoot } from '#lib/bundle-functions.ts'

const usage = `npm run test:engines -- [--engine firefox] [--engine webkit] [--site http://localhost:3000]

Runs the journeys of test/engines in Firefox and in WebKit (the engine of Safari). Without --engine, it runs those that
this machine has and names the others. Starts a local cloud of its own, or uses the running one at --site.`

const installedEngines: string[] = []
const options = {
  engine: { type: 'string', multiple: true, default: installedEngines },
  site: { type: 'string' },
} as const

/** Runs the journeys in these engines. Resolves with the exit code of Vitest. */
const run = (engines: readonly Engine[], site: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn('vitest', ['run', '--project', 'engines', '--reporter=verbose'], {
      cwd: projectRoot,
      env: { ...process.env, LOCAL_SITE: site, ENGINES: JSON.stringify(engines) },
      stdio: 'inherit',
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })

const main = async (): Promise<void> => {
  const { values } = parseCommandLine({ args: process.argv.slice(2), options }, usage, process.env)
  requireLocalSite(values.site, usage)
  const { toRun, skipped, isIncomplete } = selectEngines(findEngines(), requestedEngines(values.engine))
  let failures = 0
  if (toRun.length > 0) {
    const started = values.site === undefined ? await startIn(projectRoot) : undefined
    try {
      failures = await run(toRun, values.site ?? started?.site ?? '')
    } finally {
      await started?.stop()
    }
  }
  console.log([`Ran in: ${toRun.map(({ name }) => name).join(', ') || 'no engine'}.`, ...skipped].join('\n'))
  process.exitCode = failures > 0 || isIncomplete ? 1 : 0
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

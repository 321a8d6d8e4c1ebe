import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startIn } from './bench/start.ts'
import { parseCommandLine, positiveInteger, requireLocalSite } from './command-line/options.ts'
import { installPythonProgram } from './install/python-program.ts'
import { projectRoot } from '#lib/bundle-functions.ts'
import { operations } from '#shared/contract/index.ts'

const usage = `npm run schemathesis -- [--examples 10] [--seed 1] [--operation <name>] [--site http://localhost:3000]

Sends requests that docs/openapi.json allows and forbids to a local cloud, and compares the responses with the
document. Starts a local cloud of its own, or uses the running one at --site. Schemathesis is a Python program; it is
installed from PyPI into .cache.

--examples   number of random requests for each operation
--seed       repeats an earlier run
--operation  tests this operation only; can be repeated`

const version = '4.32.5'
const folder = join(projectRoot, 'bin', 'tasks', 'schemathesis')

const allOperations: string[] = []

const readSchemathesisOptions = (args: readonly string[], env: NodeJS.ProcessEnv) => {
  const config = {
    args: [...args],
    options: {
      site: { type: 'string' },
      operation: { type: 'string', multiple: true, default: allOperations },
      examples: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
    },
  } as const
  const { values } = parseCommandLine(config, usage, env)
  requireLocalSite(values.site, usage)
  const unknown = values.operation.find((name) => operations.every((one) => one.name !== name))
  if (unknown !== undefined)
    throw new Error(`Unknown operation "${unknown}": docs/api.md lists them.\n\n${usage}`)
  return {
    ...values,
    examples: positiveInteger('examples', values.examples, usage),
    seed: positiveInteger('seed', values.seed, usage),
  }
}

type SchemathesisOptions = ReturnType<typeof readSchemathesisOptions>

/** Runs Schemathesis against a site. Resolves with its exit code: 0 if it found nothing. */
const test = (
  command: string,
  site: string,
  { examples, seed, operation }: SchemathesisOptions,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const only = operation.flatMap((name) => ['--include-operation-id', name])
    const limits = ['--max-examples', String(examples), '--seed', String(seed)]
    const args = ['--config-file', join(folder, 'schemathesis.toml'), 'run', 'docs/openapi.json']
    const child = spawn(command, [...args, '--url', site, ...limits, ...only], {
      cwd: projectRoot,
      env: { ...process.env, SCHEMATHESIS_HOOKS: join(folder, 'hooks.py'), PYTHONDONTWRITEBYTECODE: '1' },
      stdio: 'inherit',
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })

const main = async (): Promise<void> => {
  const options = readSchemathesisOptions(process.argv.slice(2), process.env)
  const command = installPythonProgram({
    name: 'Schemathesis',
    command: 'schemathesis',
    version,
    packages: [`schemathesis==${version}`],
  })
  const started = options.site === undefined ? await startIn(projectRoot) : undefined
  try {
    process.exitCode = await test(command, options.site ?? started?.site ?? '', options)
  } finally {
    await started?.stop()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

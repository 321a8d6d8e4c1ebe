// Runs one task of the project. Installs what the task requires first; on a fresh clone that is everything.
// Plain JavaScript without dependencies, because nothing is installed when it starts.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './tasks/install/chromium.mjs'
import { ensureJava } from './tasks/install/java.mjs'
import { ensurePackages } from './tasks/install/packages.mjs'
import { putOnPath } from './tasks/install/shell.mjs'

const oldestNode = [20, 19]
/** Oldest major version that still receives fixes. */
const supportedNode = 22
const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Each task: its program, arguments that precede the user's, and the software it requires. */
const tasks = {
  start: { program: 'bin/tasks/start.ts', requires: ['java'] },
  test: { program: 'bin/tasks/test.ts', requires: ['java', 'chromium'] },
  'test:engines': { program: 'bin/tasks/engines.ts', requires: ['java'] },
  check: { program: 'bin/tasks/check.ts', requires: [] },
  bench: { program: 'bin/tasks/bench.ts', requires: ['java', 'chromium'] },
  new: { program: 'bin/tasks/new.ts', requires: [] },
  'api-docs': { program: 'bin/tasks/api-docs.ts', requires: [] },
  admin: { program: 'bin/tasks/admin.ts', requires: [] },
  stripe: { program: 'bin/tasks/stripe.ts', requires: [] },
  ops: { program: 'bin/tasks/ops.ts', requires: [] },
  schemathesis: { program: 'bin/tasks/schemathesis.ts', requires: [] },
  smoke: { program: 'bin/tasks/smoke.ts', requires: [] },
  localstack: { program: 'bin/tasks/localstack.ts', requires: [] },
  audit: { program: 'bin/tasks/audit.ts', requires: [] },
  chaos: { program: 'bin/tasks/chaos.ts', requires: [] },
  mutate: { program: 'bin/tasks/mutate.ts', requires: [] },
  deploy: { program: 'bin/tasks/deploy.ts', first: ['deploy'], requires: [] },
  synth: { program: 'bin/tasks/deploy.ts', first: ['synth'], requires: [] },
  diff: { program: 'bin/tasks/deploy.ts', first: ['diff'], requires: [] },
  destroy: { program: 'bin/tasks/deploy.ts', first: ['destroy'], requires: [] },
}

const fail = (message) => {
  console.error(message)
  process.exit(1)
}

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < supportedNode)
    console.error(
      `Node.js ${major} no longer receives fixes. Install the version in .nvmrc, which Lambda runs.`,
    )
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  fail(
    `This project requires Node.js ${oldestNode.join('.')} or newer. You are using ${process.versions.node}. See https://nodejs.org.`,
  )
}

/** Runs the program in this terminal. Passes signals on and exits with its exit code. */
const run = (program, args, env) => {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  // The terminal sends Ctrl-C to the child too, but `kill -INT` reaches this process only. A second SIGINT would end the
  // child before it has cleaned up, so it is passed on as SIGTERM.
  for (const [received, sent] of [
    ['SIGINT', 'SIGTERM'],
    ['SIGTERM', 'SIGTERM'],
    ['SIGHUP', 'SIGHUP'],
  ])
    process.on(received, () => child.kill(sent))
  child.on('error', (error) => fail(`${program} could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

const main = async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
  if (!task) fail(`Usage: node bin/task.mjs ${Object.keys(tasks).join('|')}`)
  checkNode()
  ensurePackages(root)
  const env = {
    ...process.env,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION: 'true',
    JSII_SILENCE_WARNING_DEPRECATED_NODE_VERSION: 'true',
  }
  putOnPath(env, join(root, 'node_modules', '.bin'))
  if (task.requires.includes('java')) ensureJava(env)
  if (task.requires.includes('chromium')) await ensureChromium(root, env)
  run(task.program, [...(task.first ?? []), ...args], env)
}

main().catch((error) => fail(error instanceof Error ? error.message : String(error)))

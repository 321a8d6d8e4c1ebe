// Runs one task of the project, and first installs what the task needs: on a fresh clone that is
// everything. Plain JavaScript without dependencies, because nothing is installed when it starts.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './tasks/install/chromium.mjs'
import { ensureJava } from './tasks/install/java.mjs'
import { ensurePackages } from './tasks/install/packages.mjs'
import { putOnPath } from './tasks/install/shell.mjs'

const oldestNode = [20, 19]
const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Each task: the program that does it, arguments that come before the user's, and what it needs. */
const tasks = {
  start: { program: 'local/main.ts', needs: ['java'] },
  test: { program: 'local/tasks/test.ts', needs: ['java', 'chromium'] },
  check: { program: 'local/tasks/check.ts', needs: [] },
  bench: { program: 'local/tasks/bench.ts', needs: ['java', 'chromium'] },
  'api-docs': { program: 'local/tasks/api-docs.ts', needs: [] },
  admin: { program: 'local/tasks/admin.ts', needs: [] },
  localstack: { program: 'local/tasks/localstack.ts', needs: [] },
  deploy: { program: 'lib/deploy.ts', first: ['deploy'], needs: [] },
  diff: { program: 'lib/deploy.ts', first: ['diff'], needs: [] },
  destroy: { program: 'lib/deploy.ts', first: ['destroy'], needs: [] },
}

const fail = (message) => {
  console.error(message)
  process.exit(1)
}

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  fail(
    `Node.js ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}. See https://nodejs.org.`,
  )
}

/** Starts the program in this terminal; its exit code becomes ours, and Ctrl-C reaches it. */
const run = (program, args, env) => {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  // A terminal sends Ctrl-C to the child as well: this process only has to outlive it.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`${program} could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

const main = async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
  if (!task) fail(`Usage: node local/bootstrap.mjs ${Object.keys(tasks).join('|')}`)
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
  if (task.needs.includes('java')) ensureJava(env)
  if (task.needs.includes('chromium')) await ensureChromium(root, env)
  run(task.program, [...(task.first ?? []), ...args], env)
}

main().catch((error) => fail(error instanceof Error ? error.message : String(error)))

import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAssets } from './deploy/assets.ts'
import { openEmulator } from './localstack/emulator.ts'
import { outcomeOf, readTests, testable, type Run, type Test } from './localstack/outcome.ts'
import { passStageVariables } from './localstack/stage-variables.ts'
import { startSecretsExtension } from './localstack/secrets-extension.ts'
import { dropUnsupported } from './localstack/unsupported.ts'
import { buildApp, stackParts, type StackPart } from '#lib/app.ts'
import { readStage } from '#lib/stages.ts'

/**
 * `npm run localstack`: deploys every stack with the CDK command line to MiniStack, or to the LocalStack-compatible
 * emulator at `AWS_ENDPOINT_URL`, and tests the deployed stacks. An independent emulator checks our templates and our
 * use of AWS.
 */
const stage = readStage('dev')
/** The default account of emulators: that of calls without a signature, such as those to the API. */
const account = '000000000000'
// Emulators take any credentials, and read the account off the key.
const credentials = { accessKeyId: account, secretAccessKey: 'test' }

/** Runs a program in a folder. Returns whether it succeeded. */
type Runner = (cwd: string, command: string, args: readonly string[]) => Promise<boolean>

const runnerFor =
  (endpoint: string): Runner =>
  (cwd, command, args) =>
    new Promise((resolve, reject) => {
      const env = {
        ...process.env,
        AWS_ENDPOINT_URL: endpoint,
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        AWS_REGION: stage.region,
      }
      const child = spawn(command, args, { cwd, env, stdio: 'inherit' })
      child.on('error', reject)
      child.on('close', (code) => resolve(code === 0))
    })

const bootstrap = async (run: Runner, folder: string): Promise<void> => {
  // In the project's folder CDK would first build the app, which bootstrapping does not need.
  if (!(await run(folder, 'cdk', ['bootstrap', `aws://${account}/${stage.region}`])))
    throw new Error('The emulator rejected the CDK bootstrap stack. Nothing was deployed or tested.')
}

/** Deploys the stacks in order. A failure is reported, and the next stack is tried. */
const deployAll = async (run: Runner, assembly: string): Promise<StackPart[]> => {
  const deployed: StackPart[] = []
  const options = ['--app', assembly, '--exclusively', '--require-approval', 'never', '--progress', 'events']
  for (const part of stackParts) {
    if (await run('.', 'cdk', ['deploy', `advice-${stage.name}-${part}`, ...options])) deployed.push(part)
    else console.log(`\nThe emulator rejected the stack ${part}.`)
  }
  return deployed
}

const runTests = async (run: Runner, deployed: readonly StackPart[], folder: string): Promise<Test[]> => {
  const files = testable(deployed).flatMap(({ file, missing }) => (missing.length === 0 ? [file] : []))
  if (files.length === 0) return []
  const report = join(folder, 'tests.json')
  const reporters = ['--reporter', 'verbose', '--reporter', 'json', '--outputFile.json', report]
  await run('.', 'vitest', ['run', '--project', 'emulator', ...reporters, ...files])
  return readTests(report)
}

const deployAndTest = async (endpoint: string, folder: string): Promise<Run> => {
  const secrets = await startSecretsExtension({ endpoint, region: stage.region, credentials })
  try {
    const run = runnerFor(endpoint)
    const assembly = join(folder, 'cdk.out')
    buildApp(stage, { ...(await buildAssets()), outdir: assembly, validate: false }).synth()
    const nameOf = (part: StackPart) => `advice-${stage.name}-${part}`
    const leftOut = [
      ...dropUnsupported(assembly, secrets.port),
      passStageVariables(assembly, nameOf('web'), (['api', 'members', 'admin'] as const).map(nameOf)),
    ]
    await bootstrap(run, folder)
    const deployed = await deployAll(run, assembly)
    return { deployed, leftOut, tests: await runTests(run, deployed, folder) }
  } finally {
    secrets.stop()
  }
}

const main = async (): Promise<void> => {
  const emulator = await openEmulator(process.env['AWS_ENDPOINT_URL'], stage.region)
  const folder = await mkdtemp(join(tmpdir(), 'emulator-'))
  try {
    const outcome = outcomeOf(await deployAndTest(emulator.endpoint, folder))
    console.log(`\n${emulator.name}`)
    for (const line of outcome.lines) console.log(line)
    if (!outcome.isComplete) process.exitCode = 1
  } finally {
    emulator.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

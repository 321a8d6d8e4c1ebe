import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { endWithProcess, temporaryFolder } from './command-line/end-with-process.ts'
import { endWithArguments } from './command-line/options.ts'
import { buildAssets } from './deploy/assets.ts'
import { environmentFor, openEmulator } from './localstack/emulator.ts'
import { outcomeOf, readTests, testable, type Rounds, type Run, type Test } from './localstack/outcome.ts'
import { emptyBuckets, namesLeft } from './localstack/removal.ts'
import { passStageVariables } from './localstack/stage-variables.ts'
import { startSecretsExtension } from './localstack/secrets-extension.ts'
import { dropUnsupported } from './localstack/unsupported.ts'
import { buildApp, stackParts, type StackPart } from '#lib/stacks/app.ts'
import { readStage } from '#lib/stages.ts'

/**
 * `npm run localstack`: deploys every stack with the CDK command line to MiniStack, or to the LocalStack-compatible
 * emulator at `AWS_ENDPOINT_URL`, tests the deployed stacks, destroys them, and deploys and tests them again. An
 * independent emulator checks our templates and our use of AWS.
 */
/** The default account of emulators, to which calls without a signature belong, such as calls to the API. */
const account = '000000000000'
// The settings may name an account of AWS.
const stage = { ...readStage('dev'), account }
// Emulators accept any credentials and use the access key as the account.
const credentials = { accessKeyId: account, secretAccessKey: 'test' }

/** Runs a program in a folder. Returns whether it succeeded. */
type Runner = (cwd: string, command: string, args: readonly string[]) => Promise<boolean>

const runnerFor =
  (endpoint: string): Runner =>
  (cwd, command, args) =>
    new Promise((resolve, reject) => {
      const env = environmentFor({ endpoint, region: stage.region, credentials }, process.env)
      const child = spawn(command, args, { cwd, env, stdio: 'inherit' })
      // After another signal, Vitest would write its report and so create the deleted folder again.
      endWithProcess(child, 'SIGKILL')
      child.on('error', reject)
      child.on('close', (code) => resolve(code === 0))
    })

const bootstrap = async (run: Runner, folder: string): Promise<void> => {
  // In the project's folder CDK would first build the app, which bootstrapping does not need.
  if (!(await run(folder, 'cdk', ['bootstrap', `aws://${account}/${stage.region}`])))
    throw new Error('The emulator rejected the CDK bootstrap stack. Nothing was deployed or tested.')
}

const nameOf = (part: StackPart): string => `advice-${stage.name}-${part}`

/** Deploys the stacks in order. A failure is reported, and the next stack is tried. */
const deployAll = async (run: Runner, assembly: string): Promise<StackPart[]> => {
  const deployed: StackPart[] = []
  const options = ['--app', assembly, '--exclusively', '--require-approval', 'never', '--progress', 'events']
  for (const part of stackParts) {
    if (await run('.', 'cdk', ['deploy', nameOf(part), ...options])) deployed.push(part)
    else console.log(`\nThe emulator rejected the stack ${part}.`)
  }
  return deployed
}

/** Destroys the stacks, the last one first. */
const destroyAll = async (run: Runner, assembly: string): Promise<StackPart[]> => {
  const destroyed: StackPart[] = []
  for (const part of stackParts.toReversed())
    if (await run('.', 'cdk', ['destroy', nameOf(part), '--app', assembly, '--exclusively', '--force']))
      destroyed.push(part)
    else console.log(`\nThe emulator did not destroy the stack ${part}.`)
  return destroyed
}

const runTests = async (run: Runner, deployed: readonly StackPart[], folder: string): Promise<Test[]> => {
  const files = testable(deployed).flatMap(({ file, missing }) => (missing.length === 0 ? [file] : []))
  if (files.length === 0) return []
  const report = join(folder, 'tests.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter', 'verbose', '--reporter', 'json', '--outputFile.json', report]
  await run('.', 'vitest', ['run', '--project', 'localstack', ...reporters, ...files])
  return readTests(report)
}

/** Deploys and tests the stacks, destroys them, and deploys and tests them again under the same names. */
const runRounds = async (endpoint: string, folder: string, assembly: string): Promise<Rounds> => {
  const run = runnerFor(endpoint)
  await bootstrap(run, folder)
  const deployed = await deployAll(run, assembly)
  const first = { deployed, tests: await runTests(run, deployed, folder) }
  if (deployed.length < stackParts.length) return { first, removal: undefined, second: undefined }
  const settings = { endpoint, region: stage.region, credentials }
  await emptyBuckets(settings, `advice-${stage.name}-`)
  const destroyed = await destroyAll(run, assembly)
  const removal = { destroyed, left: await namesLeft(settings, stage.name) }
  const again = await deployAll(run, assembly)
  return { first, removal, second: { deployed: again, tests: await runTests(run, again, folder) } }
}

const deployAndTest = async (endpoint: string, folder: string): Promise<Run> => {
  const secrets = await startSecretsExtension({ endpoint, region: stage.region, credentials })
  try {
    const assembly = join(folder, 'cdk.out')
    buildApp(stage, { ...(await buildAssets()), outdir: assembly, validate: false }).synth()
    const leftOut = [
      ...dropUnsupported(assembly, secrets.port),
      passStageVariables(assembly, nameOf('web'), (['api', 'members', 'admin'] as const).map(nameOf)),
    ]
    return { leftOut, ...(await runRounds(endpoint, folder, assembly)) }
  } finally {
    secrets.stop()
  }
}

const main = async (): Promise<void> => {
  endWithArguments(
    'npm run localstack',
    'It deploys and tests all stacks on MiniStack, or on the emulator at AWS_ENDPOINT_URL, destroys them, and deploys and tests them again.',
  )
  const emulator = await openEmulator(process.env['AWS_ENDPOINT_URL'], stage.region)
  const folder = temporaryFolder('emulator-')
  try {
    const outcome = outcomeOf(await deployAndTest(emulator.endpoint, folder))
    console.log(`\n${emulator.name}`)
    for (const line of outcome.lines) console.log(line)
    if (!outcome.isComplete) process.exitCode = 1
  } finally {
    emulator.stop()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAssets } from './deploy/assets.ts'
import { openEmulator } from './localstack/emulator.ts'
import { dropUnsupported } from './localstack/unsupported.ts'
import { buildApp, stackParts, type StackPart } from '#lib/app.ts'
import { readStage } from '#lib/stages.ts'

/**
 * `npm run localstack`: deploys every stack with the CDK command line to MiniStack, or to the LocalStack-compatible
 * emulator at `AWS_ENDPOINT_URL`, and tests the deployed stacks. An independent emulator checks our templates and our
 * use of AWS.
 */
const stage = readStage('dev')
/** The default account of emulators. */
const account = '123456789012'

/** Stacks with tests in `test/emulator`, which are named after their stack. */
const tested: readonly StackPart[] = ['data']

const runnerFor =
  (endpoint: string) =>
  (cwd: string, command: string, args: readonly string[]): boolean => {
    const { status, error } = spawnSync(command, args, {
      cwd,
      stdio: 'inherit',
      env: {
        ...process.env,
        AWS_ENDPOINT_URL: endpoint,
        // Emulators take any credentials, and LocalStack reads the account off the key.
        AWS_ACCESS_KEY_ID: account,
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_REGION: stage.region,
      },
    })
    if (error) throw error
    return status === 0
  }

/** Deploys the stacks in order. A failure is reported, and the next stack is tried. */
const deployAll = (run: ReturnType<typeof runnerFor>, assembly: string): StackPart[] =>
  stackParts.filter((part) => {
    const options = ['--app', assembly, '--exclusively', '--require-approval', 'never']
    const isDeployed = run('.', 'cdk', ['deploy', `advice-${stage.name}-${part}`, ...options])
    if (!isDeployed) console.log(`\nThe emulator rejected the stack ${part}.`)
    return isDeployed
  })

const main = async (): Promise<void> => {
  const emulator = await openEmulator(process.env['AWS_ENDPOINT_URL'])
  const folder = await mkdtemp(join(tmpdir(), 'emulator-'))
  try {
    const run = runnerFor(emulator.endpoint)
    const assembly = join(folder, 'cdk.out')
    buildApp(stage, { ...(await buildAssets()), outdir: assembly, validate: false }).synth()
    for (const line of dropUnsupported(assembly)) console.log(line)
    // In the project's folder CDK would first build the app, which bootstrapping does not need.
    if (!run(folder, 'cdk', ['bootstrap', `aws://${account}/${stage.region}`]))
      throw new Error('The emulator rejected the CDK bootstrap stack.')
    const deployed = deployAll(run, assembly)
    const missing = stackParts.filter((part) => !deployed.includes(part))
    const files = tested.filter((part) => deployed.includes(part)).map((part) => `test/emulator/${part}`)
    const passed = files.length > 0 && run('.', 'vitest', ['run', '--project', 'emulator', ...files])
    console.log(`\n${emulator.name}: deployed ${deployed.join(', ') || 'no stack'}.`)
    if (missing.length > 0) console.log(`Not deployed: ${missing.join(', ')}.`)
    if (missing.length > 0 || !passed) process.exitCode = 1
  } finally {
    emulator.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

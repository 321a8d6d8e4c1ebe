import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAssets } from './deploy/assets.ts'

/**
 * `npm run localstack`: deploys the app with the CDK command line to the LocalStack-compatible emulator at
 * `AWS_ENDPOINT_URL`, and runs `test/emulator` against the deployed stacks. An independent emulator checks our
 * templates and our use of AWS.
 */
const stage = 'dev'
/** The default account of emulators. */
const account = '123456789012'

/** Stacks in order of their dependencies. Tests are named after their stack. */
const stacks = ['data', 'identity', 'web', 'api', 'members', 'admin', 'operations', 'content'] as const
const tested = new Set<string>(['data'])

const runIn = (cwd: string, command: string, args: readonly string[]): boolean => {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    env: {
      ...process.env,
      // Emulators take any credentials, and LocalStack reads the account off the key.
      AWS_ACCESS_KEY_ID: account,
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: 'eu-west-2',
    },
  })
  if (error) throw error
  return status === 0
}

const isReachable = async (endpoint: string): Promise<boolean> => {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(5000) })
    return true
  } catch {
    // In every case the operator has to start the emulator.
    return false
  }
}

/** Creates the bucket for templates and bundles that CDK needs once per account. */
const bootstrap = async (assembly: string): Promise<boolean> => {
  // In the project's folder CDK would first build the app, which bootstrapping does not need.
  const folder = await mkdtemp(join(assembly, 'bootstrap-'))
  return runIn(folder, 'cdk', ['bootstrap', `aws://${account}/eu-west-2`])
}

/** Deploys the stacks in order and stops at the first failure. Returns the deployed ones. */
const deploy = (assembly: string): string[] => {
  const deployed: string[] = []
  const options = ['--exclusively', '--require-approval', 'never', '--output', join(assembly, 'cdk.out')]
  for (const stack of stacks) {
    if (!runIn('.', 'cdk', ['deploy', `advice-${stage}-${stack}`, '-c', `stage=${stage}`, ...options])) {
      console.log(`\nThe emulator rejected the stack ${stack}. Later stacks were not tried.`)
      return deployed
    }
    deployed.push(stack)
  }
  return deployed
}

const main = async (endpoint: string | undefined): Promise<void> => {
  if (endpoint === undefined) {
    console.log('Skipped: AWS_ENDPOINT_URL is not set (LocalStack listens on http://localhost:4566).')
    return
  }
  if (!(await isReachable(endpoint))) throw new Error(`Nothing responds at AWS_ENDPOINT_URL=${endpoint}.`)
  const assembly = await mkdtemp(join(tmpdir(), 'emulator-'))
  try {
    await buildAssets()
    if (!(await bootstrap(assembly))) throw new Error('The emulator rejected the CDK bootstrap stack.')
    const deployed = deploy(assembly)
    const files = deployed.filter((stack) => tested.has(stack)).map((stack) => `test/emulator/${stack}`)
    if (files.length === 0) throw new Error('No stack with tests was deployed.')
    console.log(`\nDeployed: ${deployed.join(', ')}. Running: ${files.join(', ')}.`)
    if (!runIn('.', 'vitest', ['run', '--project', 'emulator', ...files])) process.exitCode = 1
  } finally {
    rmSync(assembly, { recursive: true, force: true })
  }
}

main(process.env['AWS_ENDPOINT_URL']).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { siteFolder } from '../../lib/app.ts'
import { bundleFunctions, functionsFolder } from '../../lib/bundle-functions.ts'
import { buildWeb } from '../../web/build.ts'

/**
 * `npm run localstack`: deploys the app to the LocalStack-compatible emulator that `AWS_ENDPOINT_URL` names, by
 * CDK's own command line, and runs the tests of `test/emulator` against what stands there. An emulator of another
 * make judges our templates and our use of AWS; what it does not know, it refuses, and that is said.
 */
const stage = 'dev'
/** The account that emulators invent when nobody names one. */
const account = '123456789012'

/** In the order in which they need each other. The tests of a stack have its name. */
const stacks = ['data', 'identity', 'web', 'api', 'operations'] as const
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
    // Refused, unknown or silent: which of them is the same to whoever has to start it.
    return false
  }
}

/** CDK keeps templates and bundles in a bucket of its own, which it makes once for an account. */
const bootstrap = async (assembly: string): Promise<boolean> => {
  // From elsewhere: here CDK would first build the app, which it does not need for this.
  const elsewhere = await mkdtemp(join(assembly, 'bootstrap-'))
  return runIn(elsewhere, 'cdk', ['bootstrap', `aws://${account}/eu-west-2`])
}

/** Deploys stack after stack; answers those that stand. The first that is refused ends it, with the reason above. */
const deploy = (assembly: string): string[] => {
  const standing: string[] = []
  const options = ['--exclusively', '--require-approval', 'never', '--output', join(assembly, 'cdk.out')]
  for (const stack of stacks) {
    if (!runIn('.', 'cdk', ['deploy', `advice-${stage}-${stack}`, '-c', `stage=${stage}`, ...options])) {
      console.log(`\nThe emulator does not take the stack ${stack}; what follows it is not tried.`)
      return standing
    }
    standing.push(stack)
  }
  return standing
}

const main = async (endpoint: string | undefined): Promise<void> => {
  if (endpoint === undefined) {
    console.log('Skipped: AWS_ENDPOINT_URL names no emulator (for LocalStack: http://localhost:4566).')
    return
  }
  if (!(await isReachable(endpoint))) throw new Error(`Nothing answers at AWS_ENDPOINT_URL=${endpoint}.`)
  const assembly = await mkdtemp(join(tmpdir(), 'emulator-'))
  try {
    await buildWeb({ outdir: siteFolder, origin: 'https://address-not-known-yet.invalid' })
    await bundleFunctions({ outdir: functionsFolder })
    if (!(await bootstrap(assembly))) throw new Error('The emulator does not take what CDK needs of it.')
    const standing = deploy(assembly)
    const files = standing.filter((stack) => tested.has(stack)).map((stack) => `test/emulator/${stack}`)
    if (files.length === 0) throw new Error('Nothing that has tests was deployed.')
    console.log(`\nDeployed: ${standing.join(', ')}. Tests of: ${files.join(', ')}.`)
    if (!runIn('.', 'vitest', ['run', '--project', 'emulator', ...files])) process.exitCode = 1
  } finally {
    rmSync(assembly, { recursive: true, force: true })
  }
}

main(process.env['AWS_ENDPOINT_URL']).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

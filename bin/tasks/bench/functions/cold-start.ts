import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { isPublic, type Operation } from '#shared/contract/operation.ts'
import { userId } from './fake-cloud.ts'

const execute = promisify(execFile)

/** Milliseconds of one cold start in a new process. */
export interface ColdStart {
  readonly load: number
  /** Load and first response. */
  readonly first: number
  /** HTTP status of the response. */
  readonly status: number
}

/** Plain JavaScript, so that the process loads nothing else. */
const program = `
const [bundle, event] = process.argv.slice(1)
const startedAt = performance.now()
const { handler } = await import(bundle)
const load = performance.now() - startedAt
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = () => true
const result = await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 10000 }).catch(() => undefined)
const first = performance.now() - startedAt
write(JSON.stringify({ load, first, status: result?.statusCode ?? 0 }), () => process.exit(0))
`

const nodeBinary = process.env['BENCH_NODE'] ?? process.execPath

/**
 * Returns the version of the Node.js that starts the functions.
 *
 * @throws Error if Lambda runs another major version: its loader takes other times
 */
export const versionOfNode = async (): Promise<string> => {
  const { stdout } = await execute(nodeBinary, ['--version'])
  const version = stdout.trim().replace(/^v/, '')
  const lambdaMajor = readFileSync('.nvmrc', 'utf8').trim()
  if (version.split('.')[0] === lambdaMajor) return version
  throw new Error(
    `The functions run on Node.js ${lambdaMajor}, and this is ${version}. Start the command with Node.js ${lambdaMajor}, or set BENCH_NODE to its path.`,
  )
}

/** Loads a bundle and runs its handler once, in a process of its own. */
export const coldStart = async (
  bundle: string,
  event: object,
  environment: Readonly<Record<string, string>>,
): Promise<ColdStart> => {
  const command = ['--input-type=module', '-e', program, bundle, JSON.stringify(event)]
  const { stdout } = await execute(nodeBinary, command, {
    env: environment,
  })
  // The program above writes this object.
  return JSON.parse(stdout) as ColdStart
}

/** Bodies of operations that reject an empty one. */
const bodies: Readonly<Record<string, object>> = {
  'create-checkout': { plan: 'monthly' },
  'create-guest-pass': {},
  'validate-referral': { token: 'A'.repeat(22) },
}

const originSecret = 'bench'

/** Builds the event of a request that the HTTP API passes to the function of an operation. */
export const requestEvent = (operation: Operation): object => ({
  version: '2.0',
  rawQueryString: '',
  stageVariables: { originSecrets: originSecret },
  headers: {
    'x-origin-secret': originSecret,
    'content-type': 'application/json',
    'cloudfront-viewer-address': '198.18.0.1:5',
  },
  requestContext: {
    requestId: 'request-1',
    http: { method: 'POST', sourceIp: '198.18.0.1' },
    ...(isPublic(operation)
      ? {}
      : {
          authorizer: {
            jwt: {
              claims: { sub: userId, token_use: 'access', auth_time: '4000000000', origin_jti: 'session-1' },
            },
          },
        }),
  },
  body: JSON.stringify(bodies[operation.name] ?? {}),
  isBase64Encoded: false,
})

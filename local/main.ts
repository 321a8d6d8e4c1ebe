import { pathToFileURL } from 'node:url'
import { PortInUse } from './cloud/listen.ts'
import { startLocalCloud, type LocalCloud } from './cloud/start.ts'
import { everybodysPassword } from './control/given.ts'
import { seedPeople } from './seed/people.ts'

export { startLocalCloud, type LocalCloud }

// Said once in dependencies' documentation, it need not be said at every start.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'

/** Thrown when PORT is not a port. Its message is all that the person who typed it needs. */
class BadPort extends Error {}

const portFrom = (text = ''): number => {
  if (text === '') return 3000
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new BadPort(`PORT must be a number from 0 (any free port) to 65535, but is "${text}".`)
}

const greet = (cloud: LocalCloud, seconds: string): void => {
  console.log(`
Open for business after ${seconds} s

  Site      ${cloud.site}
  Console   ${cloud.site}/_local/   inbox, people, chat, clock, payments, logs
  AWS       ${cloud.aws}
  Stripe    ${cloud.stripe}
  Chat      ${cloud.chat}   (its adviser sits at ${cloud.site}/_local/#chat)
  API       ${cloud.api}   (refuses whoever does not come through the site)

  Sign in as
${seedPeople.map(({ email, description }) => `    ${email.padEnd(24)}${description}`).join('\n')}
  Everybody's password is ${everybodysPassword}. Ctrl-C stops it.
`)
}

/** `--no-watch` leaves changed files alone: for tests, which must not see half an edit. */
const main = async (): Promise<void> => {
  const startedAt = performance.now()
  const cloud = await startLocalCloud({
    port: portFrom(process.env['PORT']),
    watch: !process.argv.includes('--no-watch'),
  })
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    void cloud.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('The local cloud did not stop cleanly', error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  greet(cloud, ((performance.now() - startedAt) / 1000).toFixed(1))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main().catch((error: unknown) => {
    if (error instanceof PortInUse || error instanceof BadPort) console.error(error.message)
    else console.error('The local cloud did not start:', error)
    process.exit(1)
  })

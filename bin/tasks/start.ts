import { pathToFileURL } from 'node:url'
import { PortInUse } from '#local/kit/listen.ts'
import { startDynamoDbProcess } from '#local/emulator/dynamodb/process.ts'
import { seedAccounts } from '#local/seed/accounts.ts'
import type { LocalCloud } from '#local/start.ts'
import { readOrEnd } from './command-line/options.ts'
import { readStartOptions } from './start/options.ts'

// The documentation already mentions this warning, so it is not repeated at every start.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'

const printWelcome = (cloud: LocalCloud, password: string, seconds: string): void => {
  console.log(`
Ready after ${seconds} s

  Site      ${cloud.site}
  Console   ${cloud.site}/_local/   inbox, accounts, chat, clock, payments, logs
  AWS       ${cloud.aws}
  Stripe    ${cloud.stripe}
  Chat      ${cloud.chat}   (reply as an adviser at ${cloud.site}/_local/#chat)
  API       ${cloud.api}   (rejects requests that do not come through the site)

  Accounts
${seedAccounts.map(({ email, description }) => `    ${email.padEnd(24)}${description}`).join('\n')}
  Password for all accounts: ${password}

Press Ctrl-C to stop.
`)
}

/** Starts the local cloud. `--no-watch` ignores changed files, because tests must not run half-edited sources. */
const main = async (): Promise<void> => {
  const { port, watch } = await readOrEnd(() => readStartOptions(process.argv.slice(2), process.env))
  // Java starts while the modules of the cloud are loaded. Either takes more than a second.
  const database = startDynamoDbProcess()
  // If an earlier error ends the start, such as a port in use, only that one is reported.
  database.catch(() => undefined)
  const [{ startLocalCloud }, { seedPassword }] = await Promise.all([
    import('#local/start.ts'),
    import('#local/control/given.ts'),
  ])
  const cloud = await startLocalCloud({ port, database, watch })
  let stopping = false
  let interrupts = 0
  // Only a second Ctrl-C ends the process at once, because this process may receive other signals twice: directly and
  // from bin/task.mjs.
  const stop = (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT') interrupts += 1
    if (interrupts > 1) process.exit(1)
    if (stopping) return
    stopping = true
    void cloud.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('The local cloud did not stop cleanly:', error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  printWelcome(cloud, seedPassword, (performance.now() / 1000).toFixed(1))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main().catch((error: unknown) => {
    if (error instanceof PortInUse) console.error(error.message)
    else console.error('The local cloud could not start:', error)
    process.exit(1)
  })

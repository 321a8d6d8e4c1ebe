import { checkGuestAccess } from '#shared/contract/passes.ts'
import { getProfile } from '#shared/contract/identity.ts'
import type { Stage } from '#lib/stages.ts'
import { alarmSubscription } from '../deploy/alarm-subscription.ts'
import { reasonOf } from '../command-line/reason.ts'
import { type AccountOptions, accountSteps } from './account.ts'
import { type Check, expectStatus, get, post, send } from './requests.ts'

export interface Result {
  readonly name: string
  /** Undefined if the check passed. */
  readonly problem: string | undefined
}

const expectHeader = ({ headers }: Response, name: string, pattern: RegExp): void => {
  const value = headers.get(name) ?? ''
  if (!pattern.test(value)) throw new Error(`${name} is "${value}"`)
}

const pageChecks = (site: string): Check[] => [
  {
    name: 'the home page is complete and secured',
    run: async () => {
      const page = await get(`${site}/`)
      expectStatus(page, 200)
      expectHeader(page, 'content-security-policy', /script-src 'self'/)
      expectHeader(page, 'strict-transport-security', /max-age=\d{7,}/)
      const html = await page.text()
      if (!html.includes('</html>')) throw new Error('the page ends early')
      if (html.includes('.invalid')) throw new Error('the page contains an address that is a placeholder')
    },
  },
  {
    name: 'an unknown page is reported as missing',
    run: async () => expectStatus(await get(`${site}/no-such-page`), 404),
  },
  {
    name: 'the pages have a configuration',
    run: async () => {
      const response = await get(`${site}/config.json`)
      expectStatus(response, 200)
      const config: unknown = await response.json()
      if (typeof config !== 'object' || config === null || !('userPoolId' in config))
        throw new Error('config.json names no user pool')
    },
  },
]

const functionChecks = (site: string): Check[] => [
  {
    name: 'a public function runs and rejects a malformed call',
    run: async () => expectStatus(await send(site, checkGuestAccess, {}), 400),
  },
  {
    name: 'a function for members rejects a call without a token',
    run: async () => expectStatus(await send(site, getProfile, {}), 401),
  },
  {
    name: 'the Stripe webhook rejects an unsigned event',
    run: async () => expectStatus(await post(`${site}/webhooks/stripe`, {}), 400),
  },
]

const originCheck = (api: string): Check => ({
  name: 'the API rejects calls that bypass CloudFront',
  run: async () => expectStatus(await send(api, checkGuestAccess, {}), 403),
})

const resultOf = async ({ name, run }: Check): Promise<Result> => {
  try {
    await run()
    return { name, problem: undefined }
  } catch (error) {
    return { name, problem: reasonOf(error) }
  }
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '')

/** Checks that the stage's address for alarms receives them. */
export const smokeOfAlarms = (stage: Stage): Promise<Result> =>
  resultOf({
    name: 'the address for alarms has confirmed them',
    run: async () => {
      const { problem } = await alarmSubscription(stage)
      if (problem !== undefined) throw new Error(problem)
    },
  })

/** Checks a deployed site. Changes nothing. */
export const smoke = async (site: string, api: string | undefined): Promise<Result[]> => {
  const origin = withoutSlash(site)
  const checks = [
    ...pageChecks(origin),
    ...functionChecks(origin),
    ...(api ? [originCheck(withoutSlash(api))] : []),
  ]
  const results: Result[] = []
  for (const check of checks) results.push(await resultOf(check))
  return results
}

/** The signals that end a run: Ctrl-C, and a workflow that is cancelled. */
const endSignals = ['SIGINT', 'SIGTERM'] as const

type Signals = Pick<NodeJS.EventEmitter, 'on' | 'once' | 'off'>

/**
 * Records a signal instead of ending the process. A second Ctrl-C ends it. A second SIGTERM does not, because a
 * workflow sends the signal to every process and bin/task.mjs passes its own one on.
 */
const recordSignals = (signals: Signals) => {
  let received: string | undefined
  const listeners = endSignals.map((signal) => {
    const listener = () => {
      received = signal
      console.error(`${signal}: the account will be deleted after this step.`)
    }
    signals[signal === 'SIGINT' ? 'once' : 'on'](signal, listener)
    return { signal, listener }
  })
  return {
    received: () => received,
    stop: () => listeners.forEach(({ signal, listener }) => signals.off(signal, listener)),
  }
}

/**
 * Opens an account, uses it and deletes it. Stops at the first problem or signal, and deletes the account in every
 * case, because it may have become an admin.
 */
export const smokeWithAccount = async (
  options: AccountOptions,
  signals: Signals = process,
): Promise<Result[]> => {
  const { steps, cleanup } = accountSteps({ ...options, site: withoutSlash(options.site) })
  const recorded = recordSignals(signals)
  const results: Result[] = []
  for (const step of steps) {
    const result = await resultOf(step)
    results.push(result)
    const signal = recorded.received()
    if (signal !== undefined)
      results.push({ name: 'the run is not interrupted', problem: `${signal}: no other step was run` })
    if (signal !== undefined || result.problem !== undefined) break
  }
  if (cleanup.isNeeded()) results.push(await resultOf(cleanup))
  recorded.stop()
  return results
}

import { checkGuestAccess } from '#shared/contract/passes.ts'
import { pathOf } from '#shared/contract/operation.ts'
import { getProfile } from '#shared/contract/identity.ts'

export interface Result {
  readonly name: string
  /** Undefined if the check passed. */
  readonly problem: string | undefined
}

interface Check {
  readonly name: string
  /** Throws an error that describes the problem. */
  run(): Promise<void>
}

const timeoutMs = 15_000

const get = (address: string): Promise<Response> =>
  fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })

const post = (address: string): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(timeoutMs),
  })

const expectStatus = ({ status }: Response, expected: number): void => {
  if (status !== expected) throw new Error(`status ${status} instead of ${expected}`)
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
    run: async () => expectStatus(await post(`${site}${pathOf(checkGuestAccess)}`), 400),
  },
  {
    name: 'a function for members rejects a call without a token',
    run: async () => expectStatus(await post(`${site}${pathOf(getProfile)}`), 401),
  },
  {
    name: 'the Stripe webhook rejects an unsigned event',
    run: async () => expectStatus(await post(`${site}/webhooks/stripe`), 400),
  },
]

const originCheck = (api: string): Check => ({
  name: 'the API rejects calls that bypass CloudFront',
  run: async () => expectStatus(await post(`${api}${pathOf(checkGuestAccess)}`), 403),
})

/** Checks a deployed site. Changes nothing. */
export const smoke = async (site: string, api: string | undefined): Promise<Result[]> => {
  const origin = site.replace(/\/$/, '')
  const checks = [
    ...pageChecks(origin),
    ...functionChecks(origin),
    ...(api ? [originCheck(api.replace(/\/$/, ''))] : []),
  ]
  const results: Result[] = []
  for (const { name, run } of checks)
    results.push({
      name,
      problem: await run().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    })
  return results
}

import { expect as baseExpect, test as base } from '@playwright/test'
import { site } from '../kit/site.ts'

/** Responses of third-party hosts, by host name. No request leaves this machine. */
type StandIns = Readonly<Record<string, { contentType: string; body: string }>>

/**
 * A journey that fails if a page logs an error, or sends a request to a host that is not on this machine and has no
 * stand-in here.
 */
export const test = base.extend<{ standIns: StandIns; expectedTroubles: readonly RegExp[]; quiet: void }>({
  standIns: [{}, { option: true }],
  /** Errors that a journey causes on purpose. */
  expectedTroubles: [[], { option: true }],
  baseURL: async ({ browserName: _ }, use) => {
    await use(site())
  },
  quiet: [
    async ({ context, standIns, expectedTroubles }, use) => {
      const troubles: string[] = []
      for (const [host, answer] of Object.entries(standIns))
        await context.route(
          ({ hostname }) => hostname === host,
          (route) => route.fulfill(answer),
        )
      context.on('weberror', (failure) => troubles.push(`uncaught: ${failure.error().message}`))
      context.on('console', (message) => {
        const { url } = message.location()
        // A file that opens in its own tab comes from S3, which has no icon.
        const isIconOfStorage = url.endsWith('/favicon.ico') && !url.startsWith(site())
        if (message.type() === 'error' && !isIconOfStorage)
          troubles.push(`console: ${message.text()} (${url})`)
      })
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url())
        if (protocol.startsWith('http') && !isHere(hostname) && !(hostname in standIns))
          troubles.push(`outside: ${request.url()}`)
      })
      await use()
      const isExpected = (trouble: string) => expectedTroubles.some((one) => one.test(trouble))
      baseExpect(troubles.filter((trouble) => !isExpected(trouble))).toEqual([])
    },
    { auto: true },
  ],
})

const isHere = (hostname: string) =>
  ['localhost', '127.0.0.1'].includes(hostname) || hostname.endsWith('.localhost')

export const expect = baseExpect

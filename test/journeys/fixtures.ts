import { expect as baseExpect, test as base } from '@playwright/test'
import { site } from '../kit/site.ts'

/** Responses of third-party hosts, by host name. No request leaves this machine. */
type StandIns = Readonly<Record<string, { contentType: string; body: string }>>

/** Empty pictures in place of the pictures of videos. */
export const videoPictures: StandIns = {
  'i.ytimg.com': {
    contentType: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"/>',
  },
}

/**
 * A journey that fails if a page logs an error, loads a preloaded file again, or sends a request to a host that is not on
 * this machine and has no stand-in here.
 */
export const test = base.extend<{ standIns: StandIns; expectedErrors: readonly RegExp[]; quiet: void }>({
  standIns: [{}, { option: true }],
  /** Errors that a journey causes on purpose. */
  expectedErrors: [[], { option: true }],
  baseURL: async ({ browserName: _ }, use) => {
    await use(site())
  },
  quiet: [
    async ({ context, standIns, expectedErrors }, use) => {
      const errors: string[] = []
      for (const [host, response] of Object.entries(standIns))
        await context.route(
          ({ hostname }) => hostname === host,
          (route) => route.fulfill(response),
        )
      context.on('weberror', (failure) => errors.push(`uncaught: ${failure.error().message}`))
      context.on('console', (message) => {
        const { url } = message.location()
        // A file that opens in its own tab comes from S3, which has no icon.
        const isIconOfStorage = url.endsWith('/favicon.ico') && !url.startsWith(site())
        // The browser then loads the preloaded file a second time.
        const isUnusedPreload = message.text().startsWith('A preload for')
        if ((message.type() === 'error' && !isIconOfStorage) || isUnusedPreload)
          errors.push(`console: ${message.text()} (${url})`)
      })
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url())
        if (protocol.startsWith('http') && !isHere(hostname) && !(hostname in standIns))
          errors.push(`outside: ${request.url()}`)
      })
      await use()
      const isExpected = (error: string) => expectedErrors.some((one) => one.test(error))
      baseExpect(errors.filter((error) => !isExpected(error))).toEqual([])
    },
    { auto: true },
  ],
})

const isHere = (hostname: string) =>
  ['localhost', '127.0.0.1'].includes(hostname) || hostname.endsWith('.localhost')

export const expect = baseExpect

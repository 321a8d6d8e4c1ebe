import type { Page, Request } from '@playwright/test'

/** Runs of each form over a slow connection. `npm test` loads it once. */
export const slowRuns = Array.from({ length: Number(process.env.SLOW_RUNS ?? 1) }, (_, index) => index + 1)

/** 400 kbit/s, in bytes per second. */
const bytesPerSecond = 400_000 / 8

/** Milliseconds. */
const latency = 150

/** Slows down the page's network, without a cache. */
export const slowDown = async (page: Page): Promise<void> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

/**
 * Types into fields, by label. Each run types more slowly than the one before, so that the app becomes ready at
 * another moment: after everything was typed, or in the middle of a word.
 */
export const typeInto = async (
  page: Page,
  run: number,
  texts: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const [label, text] of Object.entries(texts))
    await page.getByLabel(label, { exact: true }).pressSequentially(text, { delay: (run - 1) * 2 })
}

/** Collects the page's POST requests that the filter selects. */
export const collectRequests = (page: Page, isWanted: (request: Request) => boolean): Request[] => {
  const found: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && isWanted(request)) found.push(request)
  })
  return found
}

/** Selects the requests of an operation. */
export const callsOf =
  (operation: string) =>
  (request: Request): boolean =>
    new URL(request.url()).pathname === `/functions/${operation}`

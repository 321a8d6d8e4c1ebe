import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import type { NetworkSpeed } from './slow-network.ts'
import { wireBytes, type WireBytes } from './wire-bytes.ts'

/** A slow mobile network: the settings of Lighthouse. */
export const mobileNetwork: NetworkSpeed = { bytesPerSecond: (1.6 * 1024 * 1024) / 8, latencyMs: 150 }

/** A mid-range phone is this many times as slow: the setting of Lighthouse. */
const cpuSlowdown = 4

/** Time after which a page is regarded as stuck. The machine may be busy. */
const patienceMs = 60_000

export interface Times {
  /** Milliseconds from the start of the navigation. */
  readonly firstPaint: number
  readonly largestPaint: number
  /** Until the awaited moment of the page. */
  readonly moment: number
  /** Milliseconds for which long tasks blocked the page after its first paint. */
  readonly blocked: number
  /** Milliseconds that the main thread worked. */
  readonly cpu: number
  readonly kibibytes: number
  /** Cumulative layout shift. */
  readonly shift: number
}

/** The moment of a page for which a visitor waits. */
export interface Moment {
  /** Selector of what must be visible and contain text. */
  readonly visible?: string
  /** Selector of a field in which text is typed as soon as it is visible. The text must stay. */
  readonly typed?: string
}

const typedText = 'Idris'

interface Marks {
  largestPaint: number
  shift: number
  moment: number
  longTasks: { start: number; duration: number }[]
}

declare global {
  interface Window {
    benchMarks: Marks
  }
}

/** Runs in the page, before its own scripts. */
const observe = ({ visible, typed, text }: Moment & { text: string }) => {
  const marks: Marks = { largestPaint: 0, shift: 0, moment: 0, longTasks: [] }
  window.benchMarks = marks
  const onEntries = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  onEntries('largest-contentful-paint', ({ startTime }) => {
    marks.largestPaint = startTime
  })
  onEntries('layout-shift', (entry) => {
    marks.shift += 'value' in entry ? Number(entry.value) : 0
  })
  onEntries('longtask', ({ startTime, duration }) => marks.longTasks.push({ start: startTime, duration }))
  const selector = visible ?? typed
  if (selector === undefined) return
  const look = () => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
      (element) => element.offsetParent !== null && (typed !== undefined || element.innerText.trim() !== ''),
    )
    if (!found) return void requestAnimationFrame(look)
    if (typed !== undefined) {
      found.focus()
      document.execCommand('insertText', false, text)
    }
    // The frame in which it was found is on the screen when the next one begins.
    requestAnimationFrame((time) => {
      marks.moment = time
    })
  }
  requestAnimationFrame(look)
}

export interface SlowPage {
  readonly page: Page
  readonly cdp: CDPSession
  readonly bytes: WireBytes
}

/**
 * Opens a page on a slow phone. Its next navigation can be measured.
 *
 * @param network speed that the browser imitates, or `'slow itself'` behind `startSlowNetwork`
 */
export const openSlowPage = async (
  context: BrowserContext,
  moment: Moment,
  network: NetworkSpeed | 'slow itself' = mobileNetwork,
): Promise<SlowPage> => {
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const cdp = await context.newCDPSession(page)
  const bytes = wireBytes()
  cdp.on('Network.requestWillBeSent', bytes.onRequest)
  cdp.on('Network.loadingFinished', bytes.onFinished)
  await cdp.send('Performance.enable')
  await cdp.send('Network.enable')
  if (network !== 'slow itself')
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: network.bytesPerSecond,
      uploadThroughput: network.bytesPerSecond,
    })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  // tsx calls this helper in every function that it compiles, and the page does not have it.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(observe, { ...moment, text: typedText })
  return { page, cdp, bytes }
}

const cpuMs = async ({ cdp }: SlowPage): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Waits until the page has loaded everything and its moment has come. */
const settled = async ({ page }: SlowPage, { visible, typed }: Moment): Promise<void> => {
  await page.waitForLoadState('networkidle')
  if (visible === undefined && typed === undefined) return
  await page.waitForFunction(() => window.benchMarks.moment > 0)
  // Requests that begin at this moment may still change the page.
  await page.waitForLoadState('networkidle')
  if (typed === undefined) return
  const kept = await page.locator(typed).inputValue()
  if (kept !== typedText) throw new Error(`${page.url()} lost the text that was typed: "${kept}"`)
}

/** Measures a navigation, from its start until the page is idle. */
export const timesOf = async (
  slow: SlowPage,
  moment: Moment,
  navigate: (page: Page) => Promise<unknown>,
): Promise<Times> => {
  const workBefore = await cpuMs(slow)
  slow.bytes.take()
  await navigate(slow.page)
  await settled(slow, moment)
  const cpu = (await cpuMs(slow)) - workBefore
  const { firstPaint, largestPaint, shift, longTasks, at } = await slow.page.evaluate(() => ({
    ...window.benchMarks,
    at: window.benchMarks.moment,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  const blocked = longTasks
    .filter(({ start }) => start >= firstPaint)
    .reduce((total, { duration }) => total + duration - 50, 0)
  return { firstPaint, largestPaint, moment: at, blocked, cpu, kibibytes: slow.bytes.take() / 1024, shift }
}

/** Returns whether the main heading is drawn in a typeface of ours, not in one of the system. */
export const headingUsesOurFont = async ({ cdp }: SlowPage): Promise<boolean> => {
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { root } = await cdp.send('DOM.getDocument')
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' })
  const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.length > 0 && fonts.every(({ isCustomFont }) => isCustomFont)
}

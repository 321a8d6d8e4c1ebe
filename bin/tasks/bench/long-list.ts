import type { Browser, Page } from '@playwright/test'
import { launchBrowser, sessionOf } from './browser.ts'
import { spreadOf } from './statistics.ts'

/** A phone is about four times as slow as the machine that measures. */
const slowdown = 4

const rounds = 5

/** Long enough for everything that a press causes. */
const settlingMs = 1000

const files = Array.from({ length: 2000 }, (_, number) => ({
  name: `${number % 2 === 0 ? 'guides' : 'templates'}_${number}_File ${number}.pdf`,
  title: `File number ${number}`,
  description: 'A sentence about what this file explains to agents and landlords.',
  size: 20_000,
  createdAt: new Date(Date.UTC(2026, 0, 1) + number * 3_600_000).toISOString(),
  changedAt: new Date(Date.UTC(2026, 0, 1) + number * 3_600_000).toISOString(),
  facts: null,
}))

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Processor time of the thread, in microseconds. */
  readonly tdur?: number
}

/**
 * Presses a control and returns the duration of the longest task that follows, in milliseconds on a phone. Counts the
 * processor time of the page's own thread, which does not depend on other programs of the machine.
 */
const longestTask = async (browser: Browser, page: Page, role: 'button' | 'tab', name: RegExp) => {
  const control = page.getByRole(role, { name })
  await browser.startTracing(page, { categories: ['blink.user_timing', 'toplevel'] })
  await control.evaluate((element: HTMLElement) => {
    // The press runs in a task of its own, without the work of the test tool.
    setTimeout(() => {
      performance.mark('bench-press')
      // Radix opens a tab at the press, not at the click.
      element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
      element.click()
    }, 100)
  })
  await page.waitForTimeout(settlingMs)
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  const press = trace.traceEvents.find((event) => event.name === 'bench-press')
  if (!press) throw new Error(`The press of ${String(name)} was not traced`)
  const tasks = trace.traceEvents.filter(
    (event) => event.name.endsWith('RunTask') && event.pid === press.pid && event.tid === press.tid,
  )
  return (Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000) * slowdown
}

export interface LongListTimes {
  readonly showAllMs: number
  readonly returnMs: number
}

/** Measures the library with 1,000 guides: showing all of them, and returning to them from another tab. */
export const longListTimes = async (site: string): Promise<LongListTimes> => {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      storageState: await sessionOf(browser, site, 'monthlyMember'),
    })
    const page = await context.newPage()
    await page.route('**/functions/get-library', (route) => route.fulfill({ json: { files, videos: [] } }))
    const showAll: number[] = []
    const returnTimes: number[] = []
    for (let round = 0; round < rounds; round++) {
      await page.goto(`${site}/library`, { waitUntil: 'networkidle' })
      showAll.push(await longestTask(browser, page, 'button', /Show all/))
      await page.getByRole('tab', { name: 'Templates' }).click()
      await page.getByRole('button', { name: /Show all/ }).waitFor()
      returnTimes.push(await longestTask(browser, page, 'tab', /Guides/))
      await page.locator('[aria-setsize="1000"]').first().waitFor()
    }
    return { showAllMs: spreadOf(showAll).median, returnMs: spreadOf(returnTimes).median }
  } finally {
    await browser.close()
  }
}

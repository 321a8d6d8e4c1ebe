import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdApp } from './steps.ts'

/** Opens a page at a time of the browser's clock, and returns how far its content moved while loading. */
const openAt = async (page: Page, time: string, path: string): Promise<number> => {
  await page.clock.setFixedTime(new Date(time))
  await page.goto(path)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let moved = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) moved += 'value' in entry ? Number(entry.value) : 0
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(moved)))
      }),
  )
}

const cases = [
  ['on a Monday', '2026-11-23T11:00:00Z', 'open', 'In now, until 16:00'],
  ['on a Sunday', '2026-11-22T11:00:00Z', 'closed', 'Back tomorrow 10:00'],
  ['on a bank holiday', '2026-12-25T11:00:00Z', 'closed', 'Back Tuesday 10:00'],
] as const

test.describe('the front door', () => {
  for (const [day, time, state, words] of cases)
    test(`${day} shows before the app has loaded that it is ${state}`, async ({ page }) => {
      for (const path of ['/', '/about', '/pricing', '/faq']) {
        const moved = await openAt(page, time, path)
        expect(moved, path).toBe(0)
        await expect(page.locator('html')).toHaveAttribute('data-door', state)
        await expect(page.getByRole('banner')).toContainText(words)
      }
    })

  test('names the bank holiday on the home page', async ({ page }) => {
    await openAt(page, '2026-12-25T11:00:00Z', '/')
    await expect(page.getByRole('main')).toContainText('Live chat is closed today, Christmas Day.')
  })

  test('tells visitors of the chat when it opens or closes before the app has loaded', async ({ page }) => {
    const badges = [
      'Online closes at 16:00',
      'Offline opens tomorrow at 10:00',
      'Offline opens Tuesday at 10:00',
    ]
    await holdApp(page)
    for (const [index, [, time]] of cases.entries()) {
      const moved = await openAt(page, time, '/livechat')
      expect(moved).toBe(0)
      const badge = page.getByRole('main').getByRole('status').filter({ hasText: 'London time' })
      await expect(badge).toHaveText(`${badges[index]} (London time)`, { useInnerText: true })
    }
  })

  test('is open or closed, never both', async ({ page }) => {
    for (const [, time, state] of cases) {
      await openAt(page, time, '/')
      const shown = await page
        .getByRole('banner')
        .locator('svg > :is(g[class*="shut"], g[class*="open"])')
        // A hidden element of a drawing counts as visible for `checkVisibility`.
        .evaluateAll((leaves) => leaves.filter((leaf) => getComputedStyle(leaf).display !== 'none').length)
      expect(shown, state).toBe(1)
      await expect(page.locator('main [data-door-words]')).toHaveText(state === 'open' ? /^In now/ : /^Back/)
    }
  })
})

import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Collects the paths of the pages that the browser fetches in advance. */
const fetchedInAdvance = (page: Page): string[] => {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.headers()['sec-purpose']?.startsWith('prefetch')) paths.push(new URL(request.url()).pathname)
  })
  return paths
}

test('the next page is fetched while its link is pressed, and not before', async ({ page }) => {
  const fetched = fetchedInAdvance(page)
  await page.goto('/')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' })
  await link.hover()
  await page.waitForLoadState('networkidle')
  expect(fetched).toEqual([])
  await page.mouse.down()
  await expect.poll(() => fetched).toEqual(['/faq'])
  await page.mouse.up()
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible()
  expect(
    await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().deliveryType),
  ).toBe('navigational-prefetch')
})

test('once the app changes pages in place, pressing a link fetches no document', async ({ page }) => {
  const fetched = fetchedInAdvance(page)
  await page.goto('/signup')
  const ready = page.evaluate(
    () => new Promise<void>((resolve) => document.addEventListener('app-ready', () => resolve())),
  )
  await page.getByLabel('First name').focus()
  await ready
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click({ delay: 300 })
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible()
  expect(fetched).toEqual([])
})

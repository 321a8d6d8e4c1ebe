import type { Page } from '@playwright/test'
import { given } from '../kit/given.ts'
import { expect, test } from './fixtures.ts'
import { openAs } from './steps.ts'

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

test('the rules for fetching pages are not part of the page, and are added unless the app is loading', async ({
  page,
}) => {
  await page.addInitScript(() => {
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes])
      if (added.some((node) => node instanceof HTMLScriptElement && node.type === 'speculationrules'))
        document.documentElement.dataset['rulesAdded'] = ''
    }).observe(document, { childList: true, subtree: true })
  })
  const rules = page.locator('script[type="speculationrules"]')
  await page.goto('/')
  await expect(rules).toHaveCount(1)
  await expect(page.locator('html')).toHaveAttribute('data-rules-added')
  expect(await (await page.request.get('/')).text()).not.toContain('speculationrules')
  await openAs(page, await given.monthlyMember(), '/')
  // The app has loaded by now, because it loads at once for signed-in visitors.
  await page.waitForLoadState('networkidle')
  await expect(rules).toHaveCount(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-rules-added')
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

test('Back after a reload shows the page of the address, at the place that the visitor left', async ({
  page,
}) => {
  await page.goto('/faq')
  await page.evaluate(() => {
    const ready = new Promise<void>((resolve) => document.addEventListener('app-ready', () => resolve()))
    document
      .querySelector('button[data-app]')
      ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    return ready
  })
  const place = page.getByRole('heading', { level: 2 }).last()
  await place.scrollIntoViewIfNeeded()
  const before = await place.boundingBox()
  await expect.poll(() => page.evaluate(() => typeof history.state?.height)).toBe('number')
  // A click would scroll the page first.
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).dispatchEvent('click')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  // The new document has not loaded the app, and the browser keeps it for the address before.
  await page.reload()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible()
  await expect.poll(() => place.boundingBox()).toEqual(before)
})

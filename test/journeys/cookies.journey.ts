import type { Page } from '@playwright/test'
import { publicRoutes } from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { site } from '../kit/site.ts'
import { expect, test } from './fixtures.ts'

const kept = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), storageKeys.cookieConsent)

test('a visitor chooses cookies once and can change the choice', async ({ page }) => {
  const banner = page.getByRole('region', { name: 'Cookie choice' })
  // This page has no content of other providers, which would load after the consent.
  await page.goto('/about')
  const consentEvent = page.evaluate(
    () =>
      new Promise((resolve) =>
        window.addEventListener('cookie-consent', (event) =>
          resolve(event instanceof CustomEvent ? event.detail : null),
        ),
      ),
  )
  await banner.getByRole('button', { name: 'Accept all' }).click()
  await expect(banner).toBeHidden()
  const record = await kept(page)
  expect(record).toEqual({ necessary: true, analytics: true, timestamp: expect.any(String) })
  expect(await consentEvent).toEqual(record)
  const cookie = (await page.context().cookies()).find(({ name }) => name === storageKeys.cookieConsent)
  expect(cookie?.sameSite).toBe('Lax')
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 24 * 3600)

  await page.reload()
  await expect(banner).toBeHidden()
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await expect(banner.getByRole('button', { name: 'Only necessary' })).toBeFocused()
  await banner.getByRole('button', { name: 'Close' }).click()
  await expect(banner).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeFocused()
  expect(await kept(page)).toMatchObject({ necessary: true, analytics: false })
})

test('the choice of cookies leaves the focus in the page', async ({ page }) => {
  const banner = page.getByRole('region', { name: 'Cookie choice' })
  await page.goto('/about')
  await banner.getByRole('button', { name: 'Only necessary' }).click()
  await expect(banner).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Idris')
  await banner.getByRole('button', { name: 'Only necessary' }).click()
  await expect(banner).toBeHidden()
  await expect(page.getByLabel('Name')).toBeFocused()
})

for (const { text, width } of [
  { text: 100, width: 320 },
  { text: 100, width: 375 },
  { text: 200, width: 375 },
  { text: 200, width: 768 },
])
  test(`the cookie banner shows its buttons and covers no focused field at ${width} px with text at ${text} %`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 667 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/signup')
    await page.addStyleTag({ content: `html { font-size: ${text}% }` })
    const banner = page.getByRole('region', { name: 'Cookie choice' })
    const buttons = banner.getByRole('button')
    await expect(buttons).toHaveCount(3)
    for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
    const heightBelow = async () => {
      const box = await page.locator(':focus').boundingBox()
      return ((await banner.boundingBox())?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)
    }
    await page.getByLabel('First name').focus()
    for (const label of ['Last name', 'Email', 'Password', 'Show password']) {
      await page.keyboard.press('Tab')
      await expect.poll(heightBelow, label).toBeGreaterThanOrEqual(0)
    }
  })

test('price, hours and the next step are above the cookie banner on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/')
  const banner = await page.getByRole('region', { name: 'Cookie choice' }).boundingBox()
  const main = page.getByRole('main')
  for (const text of ['Start Your Subscription', '£50 a month', 'Sat 10:00-13:00']) {
    const box = await main.getByText(text).first().boundingBox()
    expect((box?.y ?? 999) + (box?.height ?? 0), text).toBeLessThanOrEqual(banner?.y ?? 0)
  }
})

test('the cookie banner arrives before the text of each page', async () => {
  for (const path of publicRoutes) {
    const html = await (await fetch(`${site()}${path}`)).text()
    const [banner, main] = [html.indexOf('aria-label="Cookie choice"'), html.indexOf('<main')]
    expect(banner, path).toBeGreaterThan(-1)
    expect(banner, path).toBeLessThan(main)
  }
})

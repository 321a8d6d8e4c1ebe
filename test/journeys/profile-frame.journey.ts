import type { Page } from '@playwright/test'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { given } from '../kit/given.ts'
import { expect, test } from './fixtures.ts'
import { markWhenReady, openAs, openWithoutApp, scriptKibibytes, storeSession } from './steps.ts'

/** Records when the content of the page appears, by `performance.now`. */
const recordContentTime = (page: Page) =>
  page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main dl dd')) return
      observer.disconnect()
      document.documentElement.dataset['contentAt'] = String(performance.now())
    }).observe(document, { childList: true, subtree: true })
  })

test('the frame of the profile is shown before the app, keeps its place and what is pressed', async ({
  page: first,
}) => {
  const { page, startApp } = await openWithoutApp(first, '/profile')
  await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible()
  await expect(page.getByText('Loading your profile…')).toBeVisible()
  const controls = ['Change Password', 'Change Email Address', 'Download My Data', 'Delete My Account']
  const places = () => Promise.all(controls.map((name) => page.getByRole('button', { name }).boundingBox()))
  const before = await places()
  const change = page.getByRole('button', { name: 'Change Email Address' })
  await change.evaluate((element) => element.setAttribute('data-marked', ''))
  await change.click()
  await recordContentTime(page)
  await startApp()
  await expect(page.getByLabel('New email address')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Active Subscription')).toBeVisible()
  await expect(page.getByText(/charged each month/)).toBeVisible()
  // The app has taken over the element. A new element would have lost the press.
  await expect(change).toHaveAttribute('data-marked', '')
  expect(await places()).toEqual(before)
})

test('a return to the profile leads to the place that the member left', async ({ page }) => {
  await openAs(page, await given.monthlyMember(), '/profile')
  await expect(page.getByText(/charged each month/)).toBeVisible()
  const place = page.getByRole('button', { name: 'Delete My Account' })
  await place.scrollIntoViewIfNeeded()
  const before = await place.boundingBox()
  await expect.poll(() => page.evaluate(() => typeof history.state?.height)).toBe('number')
  await page.goto('/robots.txt')
  await page.goBack()
  await expect(page.getByText(/charged each month/)).toBeAttached()
  await expect.poll(() => place.boundingBox()).toEqual(before)
})

test('the profile loads less than 68 KiB of scripts before its content', async ({ page: first }) => {
  const { page, startApp } = await openWithoutApp(first, '/profile')
  await recordContentTime(page)
  await startApp()
  await expect(page.locator('html[data-content-at]')).toBeAttached()
  const contentAt = Number(await page.locator('html').getAttribute('data-content-at'))
  const kibibytes = await scriptKibibytes(page, contentAt)
  expect(kibibytes).toBeGreaterThan(30)
  expect(kibibytes).toBeLessThan(68)
})

test('what is pressed in the frame of the profile is not repeated for another user', async ({
  page: first,
}) => {
  const { page, startApp } = await openWithoutApp(first, '/profile')
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Download My Data' }).click()
  const other = await given.monthlyMember()
  // Stores another session as another tab does. No event reports it, because the app is not loaded yet.
  await storeSession(page, other)
  await startApp()
  await expect(page.getByText(other.email)).toBeVisible()
  expect(calls).not.toContain('/functions/export-account-data')
})

test('visitors who are not signed in see none of the cards of the profile', async ({ page }) => {
  await page.addInitScript(() => {
    const look = () => {
      for (const heading of document.querySelectorAll('main h2'))
        if (
          heading.textContent === 'Account Information' &&
          heading.checkVisibility({ visibilityProperty: true })
        )
          document.documentElement.dataset['saw'] = ''
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator('html[data-saw]')).toHaveCount(0)
})

test.describe('with a damaged token', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('the app starts at the profile', async ({ page }) => {
    const member = await given.monthlyMember()
    await openAs(page, member, '/faq')
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '')
      localStorage.setItem(key, JSON.stringify({ ...session, access_token: 'damaged' }))
    }, storageKeys.session)
    await markWhenReady(page)
    await page.goto('/profile')
    await expect(page.locator('html[data-ready]')).toBeAttached()
  })
})

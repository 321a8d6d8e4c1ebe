import type { Page } from '@playwright/test'
import * as paths from '#shared/values/site-map.ts'
import { given } from '../kit/given.ts'
import { expect, test, videoPictures } from './fixtures.ts'
import { openAs, openUploads } from './steps.ts'

test.use({
  viewport: { width: 375, height: 667 },
  hasTouch: true,
  isMobile: true,
  standIns: videoPictures,
})

/**
 * Returns the controls that are less than 44 pixels high or wide. A link is as wide as its text, and as high as a line if
 * it is within a text. The skip link appears only for keyboards. A checkbox can be pressed on its label, too.
 */
const smallControls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => getComputedStyle(control).display !== 'inline')
      .filter((control) => control.getAttribute('href') !== '#main' && !control.closest('.visually-hidden'))
      .map((control) => {
        const label = control.matches('[type="checkbox"], [type="radio"]') ? control.closest('label') : null
        const { width, height } = (label ?? control).getBoundingClientRect()
        const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
        const shorter = control.matches('a, summary') ? height : Math.min(width, height)
        return { width, shorter, text: `${name.trim()}: ${Math.round(width)} x ${Math.round(height)}` }
      })
      .filter(({ width, shorter }) => width > 0 && shorter < 44)
      .map(({ text }) => text),
  )

const expectEasyToPress = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await smallControls(page), path).toEqual([])
}

test('the controls of public pages are easy to press on a phone', async ({ page }) => {
  for (const path of [paths.home, paths.about, paths.signUp, paths.login, paths.members])
    await expectEasyToPress(page, path)
})

test('the controls of a member are easy to press on a phone', async ({ page }) => {
  await openAs(page, await given.monthlyMember(), paths.profile)
  await expect(page.getByRole('link', { name: /^[0-9A-Z]+-0001/ })).toBeVisible()
  await expectEasyToPress(page, paths.profile)
  await page.getByRole('button', { name: 'Change Password' }).tap()
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  expect(await smallControls(page), 'a dialog').toEqual([])
  await page.goto(paths.library)
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
  expect(await smallControls(page), paths.library).toEqual([])
})

test('the controls of the admin area are easy to press on a phone', async ({ page }) => {
  await openUploads(page)
  expect(await smallControls(page), 'uploads').toEqual([])
})

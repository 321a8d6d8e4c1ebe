import type { Page } from '@playwright/test'
import type { aSignUp } from '../kit/people.ts'
import { given } from '../kit/given.ts'
import { expect, test } from './fixtures.ts'
import { openWithoutApp, signInAt } from './steps.ts'

/** Signs in as another user in this browser, as another tab does, without an event: the app is not loaded yet. */
const signInElsewhere = async (page: Page, user: Pick<ReturnType<typeof aSignUp>, 'email' | 'password'>) => {
  const browser = page.context().browser()
  const context = await browser?.newContext()
  const elsewhere = await context?.newPage()
  if (!elsewhere) throw new Error('The browser has opened no page')
  await signInAt(elsewhere, new URL('/login', page.url()).href, user)
  await expect(elsewhere).toHaveURL(/\/library$/)
  const session = await elsewhere.evaluate(() => localStorage.getItem('auth-session'))
  await context?.close()
  await page.evaluate((text) => localStorage.setItem('auth-session', text ?? ''), session)
}

test('the frame of the profile is shown before the app, and keeps what is pressed', async ({
  page: signedIn,
}) => {
  const { page, startApp } = await openWithoutApp(signedIn, '/profile')
  await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible()
  await expect(page.getByText('Loading your profile…')).toBeVisible()
  const change = page.getByRole('button', { name: 'Change email address' })
  await change.evaluate((element) => element.setAttribute('data-marked', ''))
  await change.click()
  await startApp()
  await expect(page.getByLabel('New email address')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Active Subscription')).toBeVisible()
  // The app has taken the element over. Another one would have lost the press.
  await expect(change).toHaveAttribute('data-marked', '')
})

test('the controls of the profile stay where they are when the content of a member arrives', async ({
  page: signedIn,
}) => {
  const { page, startApp } = await openWithoutApp(signedIn, '/profile')
  const controls = ['Change Password', 'Change email address', 'Download My Data', 'Delete My Account']
  const places = () => Promise.all(controls.map((name) => page.getByRole('button', { name }).boundingBox()))
  await expect(page.getByRole('button', { name: 'Delete My Account' })).toBeVisible()
  const before = await places()
  await startApp()
  await expect(page.getByText('Active Subscription')).toBeVisible()
  await expect(page.getByText(/charged each month/)).toBeVisible()
  expect(await places()).toEqual(before)
})

test('what is pressed in the frame of the profile is not repeated for another user', async ({
  page: signedIn,
}) => {
  const { page, startApp } = await openWithoutApp(signedIn, '/profile')
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Download My Data' }).click()
  const other = await given.monthlyMember()
  await signInElsewhere(page, other)
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

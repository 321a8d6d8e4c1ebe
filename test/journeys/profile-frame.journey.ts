import { expect, test } from './fixtures.ts'
import { openWithoutApp } from './steps.ts'

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

test('the controls of the profile stay where they are when its content arrives', async ({
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

test('visitors who are not signed in see nothing of the profile', async ({ page }) => {
  await page.addInitScript(() => {
    const shown = () => {
      const heading = document.querySelector('main h2')
      if (heading?.checkVisibility({ visibilityProperty: true }))
        document.documentElement.dataset['saw'] = heading.textContent ?? ''
      requestAnimationFrame(shown)
    }
    shown()
  })
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator('html[data-saw="Account Information"]')).toHaveCount(0)
})

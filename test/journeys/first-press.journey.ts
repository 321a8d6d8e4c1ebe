import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdApp, markWhenReady } from './steps.ts'

/** Presses the mouse on the upper edge of a button, and releases it after the errors of the left field have arrived. */
const pressAtTop = async (page: Page, button: Locator) => {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (box === null) throw new Error('The button is not visible')
  await page.mouse.move(box.x + box.width / 2, box.y + 4)
  await page.mouse.down()
  await page.waitForTimeout(300)
  await page.mouse.up()
}

/** The last field of a form is empty and has the focus. Its error would move the button below it. */
for (const { path, field, button, firstError } of [
  {
    path: '/signup',
    field: 'Number of employees',
    button: 'Create account',
    firstError: 'First name is required',
  },
  { path: '/login', field: 'Password', button: 'Sign in', firstError: 'Email is required' },
])
  test(`the first press on "${button}" at ${path} counts, although the field above it has an error`, async ({
    page,
  }) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.getByLabel(field, { exact: true }).focus()
    await pressAtTop(page, page.getByRole('main').getByRole('button', { name: button }))
    await expect(page.getByText(firstError)).toBeVisible()
  })

/**
 * Fills in fields of /signup before the app is ready, and presses the choice "Agent" until the app is ready and `meanwhile`
 * has ended. Fails if the choice moves or the press does not count.
 */
const pressWhileAppStarts = async (
  page: Page,
  fields: Readonly<Record<string, string>>,
  meanwhile: () => Promise<void>,
) => {
  await markWhenReady(page)
  const letIn = await holdApp(page)
  await page.goto('/signup')
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  const choice = page.locator('label', { hasText: /^Agent/ })
  await choice.hover()
  const place = await choice.boundingBox()
  await page.mouse.down()
  letIn()
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await meanwhile()
  expect(await choice.boundingBox()).toEqual(place)
  await page.mouse.up()
  await expect(page.getByRole('radio', { name: 'Agent' })).toBeChecked()
}

test('a press at /signup counts, although the app becomes ready during it', ({ page }) =>
  pressWhileAppStarts(page, { Password: 'Harbour-Lantern-42' }, () =>
    expect(page.getByText('Strong', { exact: true })).toBeVisible(),
  ))

test('a press at /signup counts, although the errors of earlier fields arrive during it', async ({
  page,
}) => {
  const fields = { Postcode: 'not a postcode', Email: 'no address' }
  await pressWhileAppStarts(page, fields, () => page.waitForTimeout(300))
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
})

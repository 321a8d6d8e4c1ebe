import { submitTicket } from '#shared/contract/tickets.ts'
import { adminInbox } from '#shared/values/site-map.ts'
import { callOk } from '../kit/call.ts'
import { given } from '../kit/given.ts'
import { accessibilityViolations, visualRules } from './accessibility.ts'
import { accessiblePages } from './accessible-pages.ts'
import { expectToFit } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { enterSecondFactor, openAs, signInAt } from './steps.ts'

for (const path of accessiblePages)
  test(`${path} has no accessibility violations and fits small screens, large text and long words`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await accessibilityViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 375, height: 667 })
    expect(await accessibilityViolations(page, visualRules), 'dark, on a phone').toEqual([])
    await expectToFit(page, path)
  })

test('the library has no accessibility violations', async ({ page }) => {
  await openAs(page, await given.monthlyMember(), '/library')
  await expect(page.getByText('Wales – changing the rent', { exact: true })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await accessibilityViolations(page, visualRules), 'dark').toEqual([])
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(sideways).toBeLessThanOrEqual(0)
})

test('the inbox of the admins has no accessibility violations and does not scroll sideways on a small screen', async ({
  page,
}) => {
  const as = await given.monthlyMember()
  const topic = `Deposit ${crypto.randomUUID()}`
  const message = 'Who decides about the carpet?'
  await callOk(submitTicket, { as, body: { topic, country: 'wales', message } })
  const admin = await given.admin()
  await signInAt(page, '/login', admin)
  await expect(page).toHaveURL(/\/admin$/)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
  expect(await accessibilityViolations(page), 'second factor').toEqual([])
  await enterSecondFactor(page, admin)
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await page.goto(adminInbox)
  const item = page.getByRole('link', { name: topic })
  await expect(item).toBeVisible()
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(sideways).toBeLessThanOrEqual(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await item.click()
  await expect(page.getByText(message)).toBeVisible()
  await expect.poll(sideways).toBeLessThanOrEqual(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await accessibilityViolations(page, visualRules), 'dark').toEqual([])
})

test('dialogs, menus and error messages have no accessibility violations', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await page.goto('/about')
  await page
    .getByRole('button', { name: /Background and expertise/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/contact?error=access_denied&error_description=x')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message is required')).toBeVisible()
  await expect(page.getByText('Access was denied.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})

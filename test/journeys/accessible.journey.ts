import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { guestSessionEvent } from '../../shared/contract/passes.ts'
import { passMinutes } from '../../shared/values/plans.ts'
import { publicRoutes } from '../../shared/values/routes.ts'
import { callOk } from '../kit/call.ts'
import { clock } from '../kit/clock.ts'
import { given } from '../kit/given.ts'
import { closeTheChat, letMinutesPass, openTheChat } from '../kit/hours.ts'
import { expect, test } from './fixtures.ts'
import { signInAt } from './steps.ts'

/** What stands in the way of somebody who cannot see well, hear well or use a mouse: WCAG 2.2, A and AA. */
const barriers = async (page: Page, rules?: string[]): Promise<string[]> => {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(tags)).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** What the width and the colours of a page decide; the rest is the same in any light. */
const looks = ['color-contrast', 'target-size', 'link-in-text-block', 'scrollable-region-focusable']

for (const path of [...publicRoutes, '/members', '/admin-login', '/reset-password', '/subscribe'])
  test(`${path} has no barriers and does not scroll sideways on a small screen`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await barriers(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 375, height: 667 })
    expect(await barriers(page, looks), 'in the dark, on a phone').toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(sideways).toBeLessThanOrEqual(0)
  })

test("the members' library has no barriers", async ({ page }) => {
  const { email, password } = await given.monthlyMember()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Raising the rent under section 13')).toBeVisible()
  expect(await barriers(page)).toEqual([])
})

test('the live chat has no barriers while the time of a pass runs out', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openTheChat()
  try {
    const { guestKey } = await given.guest()
    await page.goto(`/livechat#${new URLSearchParams({ guest_key: guestKey })}`)
    await expect(page).toHaveURL(/\/livechat$/)
    await expect(page.getByText('Guest Access')).toBeVisible()
    await callOk(guestSessionEvent, { body: { event: 'started', guest_key: guestKey } })
    await letMinutesPass(passMinutes - 4)
    await page.reload()
    await expect(page.getByText('Less than five minutes left')).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 375, height: 667 })
    expect(await barriers(page, looks), 'in the dark, on a phone').toEqual([])
  } finally {
    await clock.restore()
  }
})

test('the form for tickets has no barriers', async ({ page }) => {
  await closeTheChat()
  try {
    await signInAt(page, '/login', await given.monthlyMember())
    await expect(page).toHaveURL(/\/library$/)
    await page.goto('/livechat')
    await page.getByRole('button', { name: 'Submit ticket' }).click()
    await expect(page.getByText('Topic is required')).toBeVisible()
    expect(await barriers(page)).toEqual([])
  } finally {
    await clock.restore()
  }
})

test('what opens over a page has no barriers', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await page.goto('/about')
  await page
    .getByRole('button', { name: /Background and expertise/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/contact?error=access_denied&error_description=x')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message is required')).toBeVisible()
  await expect(page.getByText('Access was denied.')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await barriers(page)).toEqual([])
})

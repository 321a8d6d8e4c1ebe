import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { publicRoutes } from '../../shared/values/routes.ts'
import { given } from '../kit/given.ts'
import { expect, test } from './fixtures.ts'

/** What stands in the way of somebody who cannot see well, hear well or use a mouse: WCAG 2.2, A and AA. */
const barriers = async (page: Page): Promise<string[]> => {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

for (const path of [...publicRoutes, '/login', '/members', '/admin-login', '/reset-password', '/subscribe'])
  test(`${path} has no barriers and does not scroll sideways on a small screen`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await barriers(page)).toEqual([])
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

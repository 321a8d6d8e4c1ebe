import { given } from '../kit/given.ts'
import { expect, test } from './fixtures.ts'
import { openAs } from './steps.ts'

test('no chat window and no toast covers a printed page', async ({ page }) => {
  await openAs(page, await given.monthlyMember(), '/livechat')
  await page.getByRole('button', { name: 'Open Live Chat' }).click()
  const chat = page.getByRole('region', { name: 'Live chat' })
  await expect(chat).toBeVisible()
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Download My Data' }).click()
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByText('Your data is ready')
  await expect(toast).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(chat).toBeHidden()
  await expect(toast).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Account Profile' })).toBeVisible()
})

test('the printed FAQ gives the addresses of its sources, and keeps each question with its answer', async ({
  page,
}) => {
  await page.goto('/faq')
  await page.emulateMedia({ media: 'print' })
  const source = page.getByRole('link', { name: 'Protection from Eviction Act 1977' })
  const printed = await source.evaluate((it) => getComputedStyle(it, '::after').content)
  expect(printed).toContain(await source.getAttribute('href'))
  await expect(page.getByRole('link', { name: /^Link to this answer/ }).first()).toBeHidden()
  const countries = page.getByText('England', { exact: true }).first().locator('..')
  await expect(countries).toHaveCSS('break-after', 'avoid')
})

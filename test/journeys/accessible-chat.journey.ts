import type { Locator } from '@playwright/test'
import { guestSessionEvent } from '#shared/contract/passes.ts'
import { passMinutes } from '#shared/values/plans.ts'
import { callOk } from '../kit/call.ts'
import { clock } from '../kit/clock.ts'
import { given } from '../kit/given.ts'
import { closeTheChat, letMinutesPass, openTheChat } from '../kit/hours.ts'
import { accessibilityViolations, visualRules } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { openAs } from './steps.ts'

test.afterEach(clock.restore)

/** Returns whether nothing covers the middle of an element. */
const isUncovered = (element: Locator): Promise<boolean> =>
  element.evaluate((it) => {
    const { left, top, width, height } = it.getBoundingClientRect()
    return it.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test('the live chat has no accessibility violations while the time of a pass runs out', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openTheChat()
  const { guestKey } = await given.guest()
  await page.goto(`/livechat#${new URLSearchParams({ guest_key: guestKey })}`)
  await expect(page).toHaveURL(/\/livechat$/)
  await expect(page.getByText('Guest Access')).toBeVisible()
  await callOk(guestSessionEvent, { body: { event: 'started', guest_key: guestKey } })
  await letMinutesPass(passMinutes - 4)
  await page.reload()
  await expect(page.getByText('Less than five minutes left')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 375, height: 667 })
  expect(await accessibilityViolations(page, visualRules), 'dark, on a phone').toEqual([])
})

test('the ticket form has no accessibility violations', async ({ page }) => {
  await closeTheChat()
  await openAs(page, await given.monthlyMember(), '/livechat')
  await page.getByRole('button', { name: 'Submit ticket' }).click()
  await expect(page.getByText('Topic is required')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('the clock of a running pass does not cover the link that skips to the content', async ({ page }) => {
  await openTheChat()
  const { guestKey } = await given.guest()
  await page.goto(`/livechat#${new URLSearchParams({ guest_key: guestKey })}`)
  await expect(page.getByText('Guest Access')).toBeVisible()
  await callOk(guestSessionEvent, { body: { event: 'started', guest_key: guestKey } })
  await page.reload()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.goto('/faq')
  await expect(page.getByRole('complementary', { name: 'Time left in your chat' })).toBeVisible()
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await skip.focus()
  await expect.poll(() => isUncovered(skip)).toBe(true)
  await skip.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

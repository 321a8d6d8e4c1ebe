import type { Locator, Page } from '@playwright/test'
import { guestSessionEvent } from '#shared/contract/passes.ts'
import { passMinutes } from '#shared/values/plans.ts'
import { callOk } from '../kit/call.ts'
import { clock } from '../kit/clock.ts'
import { given } from '../kit/given.ts'
import { letMinutesPass, openTheChat } from '../kit/hours.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(openTheChat)
test.afterEach(clock.restore)

const sizes = [
  { width: 375, height: 667 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const

const chatFrame = (page: Page) => page.locator('iframe[title="Conversation"]')
const moreTime = (page: Page) => page.getByRole('button', { name: /^Add 30 minutes/ })

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element is not on the page')
  return box
}

const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Expects the clock and the button in the window, with the chat's frame beside or below them. */
const expectClockBesideChat = async (page: Page) => {
  for (const part of [page.getByRole('timer'), moreTime(page)]) {
    await expect(part).toBeInViewport({ ratio: 1 })
    // After a change of size, the clock takes a moment to find its place.
    await expect(async () => expect(await overlap(part, chatFrame(page))).toBe(false)).toPass()
  }
  // Playwright checks that nothing covers the button.
  await moreTime(page).click({ trial: true })
  await expect(chatFrame(page)).toBeInViewport()
}

test('the clock and the button for more time stay visible beside the chat, on every page', async ({
  page,
}) => {
  const { guestKey } = await given.guest()
  await callOk(guestSessionEvent, { body: { event: 'started', guest_key: guestKey } })
  await letMinutesPass(passMinutes - 4)
  await page.goto(`/livechat?open=chat#${new URLSearchParams({ guest_key: guestKey })}`)
  await expect(chatFrame(page)).toBeVisible()
  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  await expect(page).toHaveURL(/\/about/)
  await expect(page.getByText('Less than five minutes left')).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectClockBesideChat(page)
  }

  await test.step('leaves room for the chat on a small phone with large text', async () => {
    const setTextSize = (size: string) =>
      page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size)
    await page.setViewportSize({ width: 320, height: 568 })
    await setTextSize('200%')
    await expectClockBesideChat(page)
    await setTextSize('')
  })

  await test.step('covers nothing after the chat window is closed', async () => {
    await page.getByRole('button', { name: 'Close chat' }).click()
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.evaluate(() => window.scrollTo(0, 0))
      await moreTime(page).click({ trial: true })
      expect(
        await overlap(page.getByRole('complementary', { name: 'Time left' }), page.getByRole('banner')),
      ).toBe(false)
    }
  })

  await test.step('stays when a page is loaded, with a way back to the chat', async () => {
    await page.goto('/faq')
    await expect(page.getByRole('timer')).toBeVisible()
    await page.getByRole('link', { name: 'Open the chat' }).click()
    await expect(chatFrame(page)).toBeVisible()
    await page.getByRole('button', { name: 'Close chat' }).click()
    await page.goto('/about')
    await expect(page.getByRole('timer')).toBeVisible()
  })

  await test.step('leaves most of a phone to the page when text is twice the size', async () => {
    const [phone] = sizes
    await page.setViewportSize(phone)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    const bar = page.getByRole('complementary', { name: 'Time left' })
    expect((await boxOf(bar)).height).toBeLessThan(phone.height * 0.45)
    await expect(page.getByRole('timer')).toBeInViewport({ ratio: 1 })
    await moreTime(page).click({ trial: true })
  })
})

test('a toast covers neither the clock nor the message box of the chat', async ({ page }) => {
  const { guestKey } = await given.guest()
  await callOk(guestSessionEvent, { body: { event: 'started', guest_key: guestKey } })
  await page.goto(`/livechat?open=chat#${new URLSearchParams({ guest_key: guestKey })}`)
  await expect(chatFrame(page)).toBeVisible()
  // The response has no address, so the page shows a toast.
  await page.route('**/functions/create-guest-pass', (route) => route.fulfill({ json: {} }))
  const messageBox = page.frameLocator('iframe[title="Conversation"]').getByLabel('Your message')
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await moreTime(page).click()
    await expect(toast.last()).toContainText('Unable to start checkout')
    // The toast does not close by itself while the focus is on it.
    await page.keyboard.press('F8')
    expect(await overlap(toast.last(), messageBox)).toBe(false)
    expect(await overlap(toast.last(), page.getByRole('timer'))).toBe(false)
    // The next toast has the same text.
    await toast.getByRole('button', { name: /close/i }).click()
    await expect(toast).toHaveCount(0)
  }
})

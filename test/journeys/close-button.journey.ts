import type { Locator, Page } from '@playwright/test'
import { given } from '../kit/given.ts'
import { newEmail } from '../kit/people.ts'
import { expect, test } from './fixtures.ts'
import { signInAt } from './steps.ts'

test.use({
  viewport: { width: 375, height: 667 },
  expectedErrors: [/the server responded with a status of 400/],
})

const doubleText = (page: Page): Promise<string> =>
  page.evaluate(() => (document.documentElement.style.fontSize = '200%'))

/** Returns the visible texts and the other buttons of an element that its close button overlaps. */
const covered = (element: Locator): Promise<string[]> =>
  element.evaluate((root) => {
    const close = root.querySelector('[aria-label="Close"]')
    if (close === null) throw new Error('The element has no close button')
    const box = close.getBoundingClientRect()
    const overlaps = ({ top, right, bottom, left }: Omit<DOMRect, 'toJSON'>) =>
      top < box.bottom && box.top < bottom && left < box.right && box.left < right
    /** Returns a function that cuts a line of a text to the part that its scrolling paragraph shows. */
    const shownIn = (text: Node) => {
      const { top, bottom } = (text.parentElement?.closest('p') ?? root).getBoundingClientRect()
      return (line: DOMRect) => ({
        ...line.toJSON(),
        top: Math.max(top, line.top),
        bottom: Math.min(bottom, line.bottom),
      })
    }
    const found: string[] = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const button = texts.currentNode.parentElement?.closest('button')
      const lines = [...range.getClientRects()].map(shownIn(texts.currentNode))
      if (button ? overlaps(button.getBoundingClientRect()) : lines.some(overlaps))
        found.push(range.toString())
    }
    return found
  })

test('the close button of the cookie banner covers nothing with large text', async ({ page }) => {
  await page.goto('/')
  await doubleText(page)
  const banner = page.getByRole('region', { name: 'Cookie choice' })
  expect(await covered(banner)).toEqual([])
  await banner.getByRole('button', { name: 'Accept all' }).scrollIntoViewIfNeeded()
  await expect(banner.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  expect(await covered(banner)).toEqual([])
})

test('the close button of a toast covers nothing with large text', async ({ page }) => {
  await signInAt(page, '/login', { email: newEmail('visitor'), password: 'Wrong-password-1' })
  await doubleText(page)
  const toast = page.locator('[data-variant]')
  await expect(toast).toContainText('Sign in failed')
  expect(await covered(toast)).toEqual([])
})

test('the close button of a dialog covers nothing with large text', async ({ page }) => {
  await signInAt(page, '/login', await given.user())
  await expect(page).toHaveURL(/\/library$/)
  await page.goto('/profile')
  await doubleText(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(dialog).toContainText('Your browser will ask')
  expect(await covered(dialog)).toEqual([])
})

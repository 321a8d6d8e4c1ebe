import type { Locator, Page } from '@playwright/test'
import { adminInbox } from '#shared/values/site-map.ts'
import { given } from '../kit/given.ts'
import { expect, test } from './fixtures.ts'
import { openAs } from './steps.ts'

/** Returns the names of the elements with a border that differs from the background. */
const marked = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((all) => {
    const { body } = document
    body.insertAdjacentHTML('beforeend', '<i style="background: Canvas"></i>')
    const canvas = getComputedStyle(body.lastElementChild ?? body).backgroundColor
    body.lastElementChild?.remove()
    const isMarked = (element: Element) =>
      ['top', 'right', 'bottom', 'left'].some((side) => {
        const style = getComputedStyle(element)
        const isDrawn = Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0
        return isDrawn && style.getPropertyValue(`border-${side}-color`) !== canvas
      })
    return all.filter(isMarked).map(({ textContent }) => textContent)
  })

const inForcedColours = (page: Page) => page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })

test('forced colours mark only the current tab and the current page', async ({ page }) => {
  await inForcedColours(page)
  await openAs(page, await given.monthlyMember(), '/library')
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(3)
  await expect.poll(() => marked(tabs)).toEqual(['Guides'])
  await tabs.filter({ hasText: 'Templates' }).click()
  await expect.poll(() => marked(tabs)).toEqual(['Templates'])
  const links = page.getByRole('banner').getByRole('listitem').getByRole('link')
  await expect(links).toHaveCount(5)
  await expect.poll(() => marked(links)).toEqual(['Library'])
})

test('forced colours mark only the current section of the admin area and the open list', async ({ page }) => {
  await inForcedColours(page)
  await openAs(page, await given.admin(), adminInbox)
  const states = page.getByRole('navigation', { name: 'Inbox' }).getByRole('link')
  await expect(states.first()).toBeVisible()
  await expect.poll(() => marked(states)).toEqual(['Open'])
  const sections = page.getByRole('navigation', { name: 'Admin', exact: true }).getByRole('link')
  await expect.poll(() => marked(sections)).toEqual(['Inbox'])
})

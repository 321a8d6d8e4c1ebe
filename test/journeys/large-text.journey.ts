import type { Page } from '@playwright/test'
import { renderHtml } from '#services/email/templates/layout.ts'
import { createReferral } from '#shared/contract/referrals.ts'
import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { appRoutes, publicRoutes, signInRoutes } from '#shared/values/site-map.ts'
import { sections } from '#web/features/admin/pages/sections.ts'
import { callOk } from '../kit/call.ts'
import { given } from '../kit/given.ts'
import { newEmail } from '../kit/people.ts'
import { runSchedule } from '../kit/schedule.ts'
import { accessiblePages } from './accessible-pages.ts'
import { expectToFit } from './fit.ts'
import { expect, test, videoPictures } from './fixtures.ts'
import { openAs, signInAt } from './steps.ts'

// The uploads show pictures of videos that other journeys have added.
test.use({ standIns: videoPictures })
test.use({ expectedErrors: [/40[04] \((?:Bad Request|Not Found)\).*(?:no-such-page|\/auth\/)/] })

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const pagesOfVisitors = [
  paths.signUpComplete,
  paths.paymentCanceled,
  `${paths.verifyLink}?token=sample&type=signup`,
  `${paths.restorePass}?token=sample`,
  `${paths.stopLibraryEmails}?token=sample`,
  '/no-such-page',
]
const pagesOfMembers = [paths.profile, paths.liveChat, paths.withdraw, paths.paymentSuccess]
const pagesOfAdmins = sections.map(({ name }) => `${paths.admin}/${name}`)

test('every page of the site is one of those that must fit', () => {
  const visited = [...accessiblePages, ...pagesOfVisitors, ...pagesOfMembers, paths.library, paths.admin]
  const missing = [...publicRoutes, ...signInRoutes, ...appRoutes].filter((path) => !visited.includes(path))
  expect(missing).toEqual([])
})

test('the other pages of a visitor fit small screens, large text and long words', async ({ page }) => {
  for (const path of pagesOfVisitors) {
    await open(page, path)
    await expectToFit(page, path)
  }
})

test('the pages of a member fit small screens, large text and long words', async ({ page }) => {
  await openAs(page, await given.monthlyMember(), '/library')
  // Other journeys add guides, so no particular one is sure to be among those shown.
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
  // The results of a search are shown above the list.
  await page.getByRole('searchbox').fill('deposit')
  await expect(page.getByRole('search').getByRole('listitem').first()).toBeVisible()
  await expectToFit(page, '/library')
  for (const path of pagesOfMembers) {
    await open(page, path)
    await expectToFit(page, path)
  }
})

test('the dialogs of the profile fit a small screen with large text', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 500 })
  await openAs(page, await given.monthlyMember(), paths.profile)
  for (const name of ['Cancel Subscription', 'Change Plan', 'Change Password', 'Delete My Account']) {
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button').last()).toBeVisible()
    const sideways = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(sideways, name).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('the billing portal of the local Stripe fits small screens and large text', async ({ page }) => {
  await openAs(page, await given.monthlyMember(), paths.profile)
  await page.getByRole('button', { name: 'Cards and Invoices' }).click()
  await expect(page.getByRole('heading', { name: 'Your billing' })).toBeVisible()
  await expectToFit(page, 'the billing portal')
})

test('the admin area fits small screens, large text and long words', async ({ page }) => {
  const admin = await given.admin()
  await callOk(createReferral, { as: admin, body: { referrer_name: 'Harbour Lettings (sample)' } })
  await runSchedule('compute-numbers')
  await openAs(page, admin, '/admin')
  for (const path of pagesOfAdmins) {
    await open(page, path)
    await expectToFit(page, path)
  }
})

test('emails fit small screens, large text and long words', async ({ page }) => {
  const longWord = 'a'.repeat(60)
  const html = renderHtml({
    subject: `Ticket 6770C404: ${longWord}`,
    reason: 'You answer questions.',
    stopUrl: 'https://advice.example/stop',
    blocks: [
      { kind: 'heading', text: 'Your right to withdraw' },
      { kind: 'text', text: `See https://agency.example/${longWord}.` },
      { kind: 'quote', text: longWord },
      { kind: 'button', label: 'Withdraw from this purchase', url: `https://advice.example/${longWord}` },
      { kind: 'link', text: 'Terms', url: `https://advice.example/${longWord}` },
      { kind: 'list', items: [{ title: 'Wales – changing the rent', text: longWord }] },
      {
        kind: 'details',
        rows: [
          [`${longWord} (6770C404)`, 'Monday 29 March 2027'],
          ['Price of each month after that', '£50.01'],
          ['Email', 'nadia.oyelaran@harbour-lettings.example'],
        ],
      },
    ],
  })
  await page.setViewportSize({ width: 320, height: 800 })
  for (const scale of [1, 2]) {
    await page.setContent(html)
    const excess = await page.evaluate((factor) => {
      const elements = [...document.querySelectorAll('body, body *')]
      const sizes = elements.map((element) => Number.parseFloat(getComputedStyle(element).fontSize) * factor)
      for (const [at, element] of elements.entries())
        if (element instanceof HTMLElement) element.style.fontSize = `${sizes[at]}px`
      return document.documentElement.scrollWidth - document.documentElement.clientWidth
    }, scale)
    expect(excess, `text of ${scale} times the size`).toBe(0)
  }
})

test('the menu and its button are not cut off with large text', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const menu = page.getByRole('button', { name: 'Menu' })
  const box = await menu.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(375)
  await menu.click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('link', { name: 'Contact' })).toBeVisible()
  const sideways = await drawer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(sideways).toBeLessThanOrEqual(0)
})

test('the names of partners in a row are at the same height with large text', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const [first, second] = await page
    .getByRole('region', { name: brand.partnersTitle })
    .getByRole('heading', { level: 3 })
    .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().top))
  expect(first).toBeDefined()
  expect(second).toBe(first)
})

test.describe('a toast at 375 pixels', () => {
  test.use({
    viewport: { width: 375, height: 667 },
    expectedErrors: [/the server responded with a status of 400/],
  })

  test('covers no link or control', async ({ page }) => {
    // The cookie banner is open, which leaves the least room.
    await signInAt(page, '/login', { email: newEmail('visitor'), password: 'Wrong-password-1' })
    const toast = page.locator('[data-variant]')
    await expect(toast).toContainText('Sign in failed')
    // The toast does not close by itself while the focus is on it.
    await page.keyboard.press('F8')
    const covered = () =>
      toast.evaluate((element) => {
        const box = element.getBoundingClientRect()
        return [...document.querySelectorAll('a[href], button, input, label')]
          .filter((control) => !element.contains(control))
          .filter((control) => {
            const { top, bottom, left, right, height } = control.getBoundingClientRect()
            return height > 0 && top < box.bottom && box.top < bottom && left < box.right && box.left < right
          })
          .map(({ textContent }) => textContent)
      })
    await expect.poll(covered).toEqual([])
  })
})

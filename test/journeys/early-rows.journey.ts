import type { Page } from '@playwright/test'
import { given } from '../kit/given.ts'
import { expect, test, videoPictures } from './fixtures.ts'
import { openWithoutApp, signInAt } from './steps.ts'

declare global {
  interface Window {
    /** Tasks that the page has posted while they are held back. */
    heldTasks?: (() => void)[]
  }
}

const firstRow = (page: Page) => page.getByRole('tabpanel').getByRole('listitem').first()

/** Holds back the tasks in which the page is hydrated. */
const holdTasks = async (page: Page) => {
  await page.evaluate(() => {
    const post = MessagePort.prototype.postMessage
    window.heldTasks = []
    MessagePort.prototype.postMessage = function (message: unknown) {
      const run = () => post.call(this, message)
      if (window.heldTasks) window.heldTasks.push(run)
      else run()
    }
  })
  const expectHeld = (count: number) =>
    expect.poll(() => page.evaluate(() => window.heldTasks?.length)).toBe(count)
  return {
    expectHeld,
    releaseFirst: async () => {
      await expectHeld(1)
      await page.evaluate(() => window.heldTasks?.shift()?.())
    },
    release: () =>
      page.evaluate(() => {
        const held = window.heldTasks ?? []
        delete window.heldTasks
        for (const run of held) run()
      }),
  }
}

test('the first rows of the library are shown before the app, as the app shows them', async ({
  page: signedIn,
}) => {
  const { page, startApp } = await openWithoutApp(signedIn)
  const row = firstRow(page)
  await expect(row).toBeVisible()
  const before = await row.innerHTML()
  await startApp()
  await page.waitForLoadState('networkidle')
  expect(await row.innerHTML()).toBe(before)
})

test('the app keeps the rows as elements, and does not load the list again', async ({ page: signedIn }) => {
  const { page, startApp } = await openWithoutApp(signedIn)
  const row = firstRow(page)
  await expect(row).toBeVisible()
  await row.evaluate((element) => element.setAttribute('data-marked', ''))
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await startApp()
  await page.waitForLoadState('networkidle')
  await expect(row).toHaveAttribute('data-marked', '')
  expect(calls.filter((path) => path.startsWith('/functions/'))).toEqual([])
})

test('what is typed and chosen before the app is ready counts', async ({ page: signedIn }) => {
  const { page, startApp } = await openWithoutApp(signedIn)
  await page.getByLabel('Search the library').fill('deposit')
  await page.getByLabel('Topic').selectOption('Deposits and inventories')
  await startApp()
  await expect(page.getByRole('search').getByRole('button', { name: /^Deposits/ })).toBeVisible()
  await expect(page.getByLabel('Topic')).toHaveValue('deposits')
  await expect(page).toHaveURL(/topic=deposits/)
})

test('a download that is pressed before the app is ready starts once', async ({ page: signedIn }) => {
  const calls: string[] = []
  const { page, startApp } = await openWithoutApp(signedIn)
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const button = firstRow(page).getByRole('button', { name: /^Download/ })
  await button.click()
  await button.click()
  const download = page.waitForEvent('download')
  await startApp()
  await download
  expect(calls.filter((path) => path === '/functions/create-download')).toHaveLength(1)
})

test('a download that is pressed while the parts of the page are hydrated starts once', async ({
  page: signedIn,
}) => {
  const calls: string[] = []
  const { page, letIn, appReady } = await openWithoutApp(signedIn)
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const button = firstRow(page).getByRole('button', { name: /^Download/ })
  await button.waitFor()
  const tasks = await holdTasks(page)
  letIn()
  // The first task hydrates the frame, and posts the task of the header.
  await tasks.releaseFirst()
  await tasks.expectHeld(1)
  await button.click()
  await button.click()
  const download = page.waitForEvent('download')
  await tasks.release()
  await appReady()
  await download
  expect(calls.filter((path) => path === '/functions/create-download')).toHaveLength(1)
})

test('a tab that is pressed before the app is ready opens', async ({ page: signedIn }) => {
  const { page, startApp } = await openWithoutApp(signedIn)
  await expect(firstRow(page)).toBeVisible()
  await page.getByRole('tab', { name: 'Templates' }).click()
  await startApp()
  await expect(page.getByRole('tab', { name: 'Templates' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/tab=templates/)
})

test('a history that is opened before the app is ready is loaded', async ({ page: signedIn }) => {
  const { page, startApp } = await openWithoutApp(signedIn)
  await page.getByText('History', { exact: false }).first().click()
  await startApp()
  await expect(page.locator('details[open]').getByRole('listitem').first()).toBeVisible()
})

test.describe('with the pictures of videos', () => {
  test.use({ standIns: videoPictures })

  test('an address that chooses a tab waits for the app', async ({ page: signedIn }) => {
    const { page, startApp } = await openWithoutApp(signedIn, '/library?tab=videos')
    await expect(page.getByRole('heading', { level: 1, name: 'Member Library' })).toBeVisible()
    await expect(page.getByLabel('Search the library')).toBeHidden()
    await startApp()
    await expect(page.getByRole('tab', { name: 'Videos' })).toHaveAttribute('aria-selected', 'true')
    await expect(firstRow(page)).toBeVisible()
  })
})

test('a sign-out in another tab removes rows that were shown before the app', async ({ page: signedIn }) => {
  const { page, startApp } = await openWithoutApp(signedIn)
  await expect(firstRow(page)).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('auth-session'))
  await startApp()
  await expect(page.getByText('Members only')).toBeVisible()
  await expect(page.getByRole('tabpanel')).toHaveCount(0)
  expect(await page.evaluate(() => window.earlyRows)).toBeUndefined()
})

test.describe('without access', () => {
  // The page requests the list before it knows whether the user has access.
  test.use({ expectedErrors: [/status of 403.*get-library/] })

  test('visitors and users without a subscription are told that the library is for members', async ({
    page,
  }) => {
    await page.goto('/library')
    await expect(page.getByText('Members only')).toBeVisible()
    await signInAt(page, '/login', await given.user())
    await page.goto('/library')
    await expect(page.getByText('Members only')).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveCount(0)
  })
})

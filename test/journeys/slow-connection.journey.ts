import type { Locator } from '@playwright/test'
import { deferred } from '#test/kit/deferred.ts'
import { closeServer, listenOn } from '#local/kit/listen.ts'
import { given } from '../kit/given.ts'
import { site } from '../kit/site.ts'
import { expect, test } from './fixtures.ts'
import { collectRequests } from './slow-connection.ts'
import { holdApp, markWhenReady, signInAt } from './steps.ts'

test.use({ expectedErrors: [/ERR_FAILED/] })

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element is not shown')
  return box
}

test('a pressed button is busy while the app loads, and its press is dropped if the connection is lost', async ({
  page,
}) => {
  await markWhenReady(page)
  const sent = collectRequests(page, () => true)
  const { promise: lost, resolve: lose } = deferred()
  await page.route('**/assets/app-*.js', async (route) => {
    await lost
    await route.abort()
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill('idris@example.test')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('Harbour-Lantern-42')
  const button = page.getByRole('button', { name: 'Sign in' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  lose()
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect(page.locator('html[data-pressed]')).toHaveCount(0)
  await expect(page.getByText('Your browser is too old')).toBeHidden()
  // The connection is back. Focusing a field loads the app.
  await page.unroute('**/assets/app-*.js')
  await page.getByLabel('Email').focus()
  await password.fill('Harbour-')
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await expect(button).not.toHaveAttribute('aria-busy')
  expect(sent.map((request) => request.url())).toEqual([])
  await expect(password).toHaveValue('Harbour-')
})

test('a form keeps what is typed while the app can be loaded, and the code of its page cannot', async ({
  page,
}) => {
  await markWhenReady(page)
  await page.route('**/assets/contact-page-*.js', (route) => route.abort())
  const failed = () => page.waitForEvent('requestfailed', (request) => request.url().includes('contact-page'))
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Idris')
  // The page makes the first attempt, and the app the second.
  await failed()
  await failed()
  await page.getByLabel('Email').fill('idris@example.test')
  const button = page.getByRole('button', { name: 'Send message' })
  await button.click()
  await failed()
  await expect(button).not.toHaveAttribute('aria-busy')
  await page.unroute('**/assets/contact-page-*.js')
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await expect(page.getByLabel('Name')).toHaveValue('Idris')
  await expect(page.getByLabel('Email')).toHaveValue('idris@example.test')
  await expect(button).not.toHaveAttribute('aria-busy')
})

test('a page of which nothing can be shown yet says that it is loading', async ({ page }) => {
  const letIn = await holdApp(page)
  await page.goto('/payment-success', { waitUntil: 'commit' })
  const loading = page.getByRole('main').getByText('Loading')
  await expect(loading).toBeAttached()
  await expect(page.locator('main > div')).toHaveCSS('opacity', '1')
  letIn()
  await expect(page.getByRole('heading', { name: 'No payment to check' })).toBeVisible()
  await expect(loading).toHaveCount(0)
})

test('a page that shows nothing without the app says if the app cannot be loaded', async ({ page }) => {
  await page.route('**/assets/app-*.js', (route) => route.abort())
  await page.goto('/payment-success')
  const message = page.getByText('Part of this page couldn’t start.')
  await expect(message).toBeVisible()
  await expect(page.getByRole('main').getByText('Loading')).toBeHidden()
  await page.unroute('**/assets/app-*.js')
  await page.getByRole('link', { name: 'reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'No payment to check' })).toBeVisible()
  await expect(message).toBeHidden()
})

test.describe('a page whose code throws', () => {
  test.use({ expectedErrors: [/broken/] })

  test('says that its form does not work, and keeps what is typed', async ({ page }) => {
    await page.route('**/assets/contact-page-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "throw new Error('broken')" }),
    )
    await page.goto('/contact')
    await page.getByLabel('Name').fill('Idris')
    const report = page.getByRole('alert').filter({ hasText: 'Part of this page couldn’t start' })
    await expect(report).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Idris')
    const send = page.getByRole('button', { name: 'Send message' })
    await send.click()
    await expect(report).toBeInViewport()
    // It is the only message, so nothing covers the form.
    await expect(page.locator('[data-variant]')).toHaveCount(0)
    await expect(send).not.toHaveAttribute('aria-busy')
  })
})

test.describe('a toast whose library has not arrived', () => {
  test.use({
    expectedErrors: [/ERR_FAILED|500|Failed to fetch/],
    viewport: { width: 375, height: 667 },
  })

  test('does not cover the buttons at the bottom of a dialog on a phone', async ({ page }) => {
    await page.route('**/assets/toast-viewport-*.js', (route) => route.abort())
    await page.route('**/functions/update-password', (route) => route.fulfill({ status: 500, body: '{}' }))
    await signInAt(page, '/login', await given.user())
    await expect(page).toHaveURL(/\/library$/)
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Change Password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Password' })
    await dialog.getByLabel('New password', { exact: true }).fill('Harbour-Lantern-43')
    await dialog.getByLabel('Confirm new password').fill('Harbour-Lantern-43')
    await dialog.getByRole('button', { name: 'Update Password' }).click()
    const toast = page.getByText('Failed to update password').locator('..')
    await expect(toast).toBeVisible()
    const { y: top, height } = await boxOf(toast)
    for (const name of ['Cancel', 'Update Password'])
      expect((await boxOf(dialog.getByRole('button', { name }))).y).toBeGreaterThan(top + height)
  })
})

test.describe('a page that arrives in two parts', () => {
  test.use({ expectedErrors: [/404/] })

  test('is drawn once its lead has arrived, not with the header alone', async ({ page }) => {
    const html = await (await fetch(`${site()}/pricing`)).text()
    const middle = html.indexOf('<main')
    const pauseMs = 600
    const { server, port } = await listenOn(0, ({ url }, response) => {
      if (url !== '/pricing') return void response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'text/html' }).write(html.slice(0, middle))
      setTimeout(() => response.end(html.slice(middle)), pauseMs)
    })
    try {
      await page.goto(`http://localhost:${port}/pricing`, { waitUntil: 'load' })
      const firstPaint = () =>
        page.evaluate(() => {
          const [navigation] = performance.getEntriesByType('navigation')
          const [paint] = performance.getEntriesByName('first-paint')
          return paint && navigation instanceof PerformanceNavigationTiming
            ? paint.startTime - navigation.responseStart
            : 0
        })
      await expect.poll(firstPaint).toBeGreaterThanOrEqual(pauseMs)
    } finally {
      await closeServer(server)
    }
  })
})

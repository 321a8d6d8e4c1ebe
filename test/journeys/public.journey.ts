import type { Page } from '@playwright/test'
import { brand } from '#shared/values/brand.ts'
import { publicRoutes, signInRoutes } from '#shared/values/site-map.ts'
import { given } from '../kit/given.ts'
import { inbox } from '../kit/inbox.ts'
import { newEmail } from '../kit/people.ts'
import { poll } from '../kit/poll.ts'
import { site } from '../kit/site.ts'
import { expect, test } from './fixtures.ts'
import { holdApp, loadAppByHover, markWhenReady, openAs } from './steps.ts'

const head = async (path: string) => {
  const html = await (await fetch(`${site()}${path}`)).text()
  const found = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
  return {
    title: found(/<title>([^<]*)/),
    description: found(/<meta name="description" content="([^"]*)/),
    canonical: found(/<link rel="canonical" href="([^"]*)/),
    shared: found(/<meta property="og:url" content="([^"]*)/),
    data: found(/<script type="application\/ld\+json">([^<]*)/),
  }
}

test('each page has its own title, description and address for search engines', async () => {
  const heads = await Promise.all(publicRoutes.map(head))
  for (const key of ['title', 'description', 'canonical'] as const)
    expect(new Set(heads.map((one) => one[key])).size).toBe(publicRoutes.length)
  for (const [index, { canonical, shared }] of heads.entries()) {
    expect(new URL(canonical).pathname).toBe(publicRoutes[index])
    expect(shared).toBe(canonical)
  }
  const kinds = async (path: string) =>
    [...(await head(path)).data.matchAll(/"@type":"(\w+)"/g)].map(([, kind]) => kind)
  expect(await kinds('/')).toEqual(['Organization'])
  expect(await kinds('/faq')).toEqual(expect.arrayContaining(['BreadcrumbList', 'FAQPage', 'Question']))
  const sitemap = await (await fetch(`${site()}/sitemap.xml`)).text()
  for (const { canonical } of heads) expect(sitemap).toContain(`<loc>${canonical}</loc>`)
})

test('a visitor without JavaScript can read and navigate', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site() })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Pricing' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cookie choice' })).toBeHidden()
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page.getByRole('heading', { name: /14-day|belongings/ })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search the answers' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeHidden()
  await page.getByRole('link', { name: 'Contact', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible()
  await context.close()
})

/** Returns the text of the page that does not depend on the time of the visit. */
const lastingText = async (page: Page): Promise<string> => {
  await page.addStyleTag({ content: '[data-now], [aria-label="Debug panel"] { display: none !important }' })
  return page.getByRole('main').innerText()
}

test('hydration changes no page', async ({ page }) => {
  await markWhenReady(page)
  for (const path of [...publicRoutes, ...signInRoutes]) {
    await page.goto(path)
    // The boot script shows the passkey button once it has the settings.
    await expect(page.locator('[data-passkey][hidden]')).toHaveCount(0)
    const before = await lastingText(page)
    await loadAppByHover(page)
    expect(await lastingText(page), path).toBe(before)
  }
})

test('the code of a page is requested together with the app', async ({ page }) => {
  await markWhenReady(page)
  const ofPage = page.waitForRequest('**/assets/login-page-*.js')
  await page.route('**/assets/app-*.js', async (route) => {
    await ofPage
    await route.continue()
  })
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await expect(page.locator('html[data-ready]')).toBeAttached()
})

for (const [reason, body] of [
  ['because the browser lacks a function', 'AbortSignal.notInThisBrowser()'],
  ['because of a mistake of ours', 'throw new Error("A mistake")'],
] as const)
  test(`a page whose code throws ${reason} says so, and can be loaded again`, async ({ page }) => {
    await markWhenReady(page)
    const html = await (await page.request.get('/login')).text()
    const [, entry = ''] = /data-app="(\/[^"]+)"/.exec(html) ?? []
    await page.route(`**${entry}`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await page.goto('/login')
    await page.getByLabel('Email').fill('idris@example.test')
    const message = page.getByRole('alert').filter({ hasText: 'Part of this page couldn’t start' })
    await expect(message).toContainText('your browser may be too old')
    await expect(page.getByText('Your browser is too old')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('idris@example.test')
    await page.unroute(`**${entry}`)
    await message.getByRole('link', { name: 'reload the page' }).click()
    await expect(message).toBeHidden()
    await page.getByLabel('Email').focus()
    await expect(page.locator('html[data-ready]')).toBeAttached()
  })

test('no third-party request is sent before the visitor asks for it', async ({ page }) => {
  // The fixture fails the journey at any request that leaves this machine.
  await page.goto('/')
  await page.getByRole('button', { name: 'Only necessary' }).click()
  await page.getByRole('heading', { name: 'Customer reviews' }).scrollIntoViewIfNeeded()
  await expect(page.locator('[data-embed] a')).toHaveCount(2)
  await expect(page.locator('iframe')).toHaveCount(0)
})

test.describe('a film', () => {
  test.use({ standIns: { 'www.youtube-nocookie.com': { contentType: 'text/html', body: 'The film' } } })

  test('plays without the app, which hovering over links does not load either', async ({ page }) => {
    await page.goto('/')
    const film = page.locator('[data-embed]').first()
    await film.getByRole('link').click()
    await expect(film.locator('iframe')).toBeFocused()
    await expect(film.frameLocator('iframe').getByText('The film')).toBeVisible()
    for (const name of [/^Start/, 'Login']) await page.getByRole('link', { name }).first().hover()
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')),
    )
    expect(scripts).toEqual([expect.stringMatching(/\/boot-/)])
  })

  test('loads without asking, and without playing, once the visitor has accepted all', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Accept all' }).click()
    const film = page.locator('[data-embed]').first()
    await expect(film.locator('iframe')).not.toHaveAttribute('src', /autoplay/)
    await page.reload()
    await expect(film.frameLocator('iframe').getByText('The film')).toBeVisible()
    // The review service is a sample, and its frame would be blank.
    await expect(page.locator('[data-embed] a')).toHaveCount(1)
  })

  test('keeps playing when the app loads', async ({ page }) => {
    await markWhenReady(page)
    await page.goto('/')
    const film = page.locator('[data-embed]').first()
    await film.getByRole('link').click()
    await film.locator('iframe').evaluate((frame) => frame.setAttribute('data-same', ''))
    await loadAppByHover(page)
    await expect(film.locator('iframe[data-same]')).toBeVisible()
  })
})

test('input typed into the sign-in form before the app loads is kept', async ({ page }) => {
  const { email, password } = await given.monthlyMember()
  const arrive = await holdApp(page)
  await page.goto('/login')
  await page.getByLabel('Email').pressSequentially(email)
  await page.getByLabel('Password', { exact: true }).pressSequentially(password)
  await page.keyboard.press('Enter')
  arrive()
  await expect(page).toHaveURL(/\/library$/)
})

test('a menu that is opened before the app loads stays open, and closes after a link', async ({ page }) => {
  await markWhenReady(page)
  const arrive = await holdApp(page)
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/faq')
  await page.getByRole('button', { name: 'Only necessary' }).click()
  await page.getByRole('button', { name: 'Menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  arrive()
  await loadAppByHover(page)
  await expect(drawer).toBeVisible()
  await drawer.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(drawer).toBeHidden()
})

test('data for search engines is in a public page once, after its content, and in no other page', async ({
  request,
}) => {
  const data = '<script type="application/ld+json">'
  const partsOf = async (path: string) => (await (await request.get(path)).text()).split(data)
  const [content, after, ...more] = await partsOf('/faq')
  expect(content).toContain('</main>')
  expect(after).toContain('"@type":"FAQPage"')
  expect(more).toEqual([])
  for (const path of ['/profile', '/library', '/404']) expect((await partsOf(path)).length, path).toBe(1)
})

test('a visitor sends a message and reads that it arrived', async ({ page }) => {
  const email = newEmail('visitor')
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Idris Fenwright')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Subject').fill('A question about my invoice')
  await page.getByLabel('Message').fill('Which of the two prices did I pay in March?')
  await page.getByRole('button', { name: 'Send message' }).click()
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  await expect(toast).toContainText('Message Sent!')
  await expect(toast).toHaveAttribute('data-variant', 'default')
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notifications/ }).locator(':focus')).toHaveCount(1)
  await expect(page.getByLabel('Message')).toHaveValue('')
  await inbox.waitFor(email, /We’ve received your message/)
  const mail = await poll('the mail to the support team', async () =>
    (await inbox.for(brand.supportEmail)).find(({ replyTo }) => replyTo === email),
  )
  expect(mail.subject).toContain('A question about my invoice')
})

test('a toast is swiped away to the right, and stays if the swipe goes back', async ({ page }) => {
  await page.goto('/admin-login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  await expect(toast).toContainText('Enter your email')
  const { x, y } = (await toast.boundingBox()) ?? { x: 0, y: 0 }
  const swipe = async (byPx: number) => {
    await page.mouse.move(x + 30, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + 30 + byPx, y + 20, { steps: 5 })
    await page.mouse.up()
  }
  // This swipe stays below the threshold of 50 pixels.
  await swipe(45)
  await expect(toast).toBeVisible()
  // The toast does not close by itself, because the pointer is on it.
  await swipe(55)
  await expect(toast).toBeHidden()
})

test('the sign-up form loads the app when a visitor starts to fill it in', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/signup', { waitUntil: 'networkidle' })
  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/boot-/)])
  const ready = page.evaluate(() => new Promise((resolve) => document.addEventListener('app-ready', resolve)))
  await page.getByLabel('First name').fill('Idris')
  await ready
  await expect(page.getByLabel('First name')).toHaveValue('Idris')
  await page.goto('/signup?ref=unknown')
  await expect(
    page.getByText('This referral link is no longer valid, but you can still sign up.'),
  ).toBeVisible()
})

test('the layout does not shift when the page detects a signed-in user', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
          document.documentElement.dataset['moved'] = String(
            Number(document.documentElement.dataset['moved'] ?? 0) + Number(entry.value),
          )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const moved = async () => Number((await page.locator('html').getAttribute('data-moved')) ?? 0)
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/signup?ref=unknown')
  await expect(
    page.getByText('This referral link is no longer valid, but you can still sign up.'),
  ).toBeVisible()
  expect(await moved()).toBeLessThan(0.001)
  await openAs(page, await given.monthlyMember(), '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  expect(await moved()).toBeLessThan(0.001)
})

test.describe('without the heading typeface', () => {
  test.use({ expectedErrors: [/ERR_FAILED.*heading/] })

  test('an admin’s header fits on one line on the narrowest wide screen, even in a wider typeface', async ({
    page,
  }) => {
    // On a slow connection, the page does not wait for the heading typeface.
    await page.route('**/*.woff2', (route) => route.abort())
    await page.setViewportSize({ width: 768, height: 900 })
    await openAs(page, await given.admin(), '/admin')
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByText('Admin', { exact: true }),
    ).toBeVisible()
    const header = page.getByRole('banner')
    const boxOf = async (name: string) => header.getByRole('button', { name }).boundingBox()
    const button = await boxOf('Sign Out')
    expect(button?.height).toBeLessThan(48)
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(768 - 16)
    expect((await header.getByRole('link').locator('svg').first().boundingBox())?.width).toBeGreaterThan(20)
  })
})

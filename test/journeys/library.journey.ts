import type { Page } from '@playwright/test'
import { given } from '../kit/given.ts'
import { aPdf } from '../kit/upload.ts'
import { allViolations } from './accessibility.ts'
import { expect, test, videoPictures } from './fixtures.ts'
import { holdApp, openAs, openUploads, scriptKibibytes } from './steps.ts'

test.use({
  standIns: {
    ...videoPictures,
    'www.youtube-nocookie.com': { contentType: 'text/html', body: '<p>The player</p>' },
    'view.officeapps.live.com': { contentType: 'text/html', body: '<p>The viewer</p>' },
  },
})

const asMember = async (page: Page): Promise<void> => {
  await openAs(page, await given.monthlyMember(), '/library')
  await expect(page.getByRole('tab', { name: 'Guides' })).toBeVisible()
}

test('an admin uploads files, of which one is rejected, and titles one; a member finds and opens it', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Moving out ${Date.now()}.pdf`
  const title = `When an AST ends ${Date.now()}`
  await openUploads(page)

  await test.step('uploads two files: rejects the program, stores the guide', async () => {
    await page.getByLabel('Choose guides').setInputFiles([
      { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
      { name, mimeType: 'application/pdf', buffer: aPdf },
    ])
    await expect(page.getByText('Rejected: setup.exe')).toBeVisible()
    await expect(page.getByText('Invalid file type (.exe), Invalid MIME type').first()).toBeVisible()
    await expect(page.getByText('Guides uploaded', { exact: true })).toBeVisible()
  })

  await test.step('gives it a title and a description', async () => {
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Done' }) })
    await form.getByRole('textbox', { name: 'Title' }).fill(title)
    await form.getByRole('textbox', { name: 'Description' }).fill('Keys, meters and the deposit')
    await form.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByText(title, { exact: true }).first()).toBeVisible()
  })

  await test.step('a member finds it by what it is about, and opens it', async () => {
    const member = await browser.newPage({ baseURL: baseURL ?? '' })
    await asMember(member)
    await member
      .getByLabel('Search the library')
      .fill(title.replace('AST', 'assured shorthold').toUpperCase())
    await member.getByRole('search').getByRole('button', { name: title }).click()
    const [download] = await Promise.all([
      member
        .context()
        .waitForEvent('response', (response) => /Moving.*X-Amz-Signature=/.test(response.url())),
      member.getByRole('tabpanel').getByRole('button', { name: title }).first().click(),
    ])
    expect(download.headers()['content-type']).toBe('application/pdf')
    await member.close()
  })

  await test.step('the admin takes it off again', async () => {
    await page.getByRole('button', { name: `Delete file ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Deleted', { exact: true })).toBeVisible()
    // The file leaves both lists: the list of files, and the list of items that are due for review.
    await expect(page.getByText(title, { exact: true })).toHaveCount(0)
  })
})

test('an admin adds a video and signs out; a member plays it and reads a letter in the viewer', async ({
  page,
}) => {
  const title = `Handing over the keys ${Date.now()}`
  await openUploads(page)

  await test.step('adds a video, seen before it is added', async () => {
    const add = page.getByRole('button', { name: 'Add video' })
    await page.getByLabel('YouTube link').fill('https://vimeo.com/1')
    await expect(add).toBeDisabled()
    await page.getByLabel('YouTube link').press('Enter')
    await expect(page.getByText('Invalid YouTube URL', { exact: true })).toBeVisible()
    await page.getByLabel('YouTube link').fill('https://youtu.be/Journey_001?si=x')
    await expect(page.getByTitle('Preview of the video')).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await add.click()
    await expect(page.getByText('Video added', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: `Delete video ${title}` })).toBeVisible()
  })

  await test.step('signs out, and is home', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  })

  await test.step('a member plays it', async () => {
    await asMember(page)
    await page.getByRole('tab', { name: 'Videos' }).click()
    const play = page.getByRole('button', { name: `Play video: ${title}` })
    const box = await play.boundingBox()
    await play.click()
    const player = page.getByTitle(title)
    await expect(player).toHaveAttribute(
      'src',
      /^https:\/\/www\.youtube-nocookie\.com\/embed\/Journey_001\?rel=0/,
    )
    const screen = await player.boundingBox()
    expect(Math.abs((screen?.width ?? 0) - (box?.width ?? 0))).toBeLessThan(4)
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
  })

  await test.step('and reads a letter in the viewer, which gets a short link', async () => {
    await page.getByRole('tab', { name: 'Templates' }).click()
    await page.getByRole('tabpanel').getByRole('button', { name: 'Covering letter' }).first().click()
    const [viewer] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Open preview' }).click(),
    ])
    await viewer.waitForURL('https://view.officeapps.live.com/**')
    const src = new URL(viewer.url()).searchParams.get('src') ?? ''
    expect(src).toMatch(/\/d\/[\w-]{43}$/)
    expect((await page.request.get(src)).headers()['content-disposition']).toContain('.docx')
  })
})

test('the uploads page has no accessibility violations and fits every screen', async ({ page }) => {
  await openUploads(page)
  await page.getByRole('button', { name: /^Edit Deposits/ }).click()
  expect(await allViolations(page)).toEqual([])
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  for (const width of [1280, 768, 320]) {
    await page.setViewportSize({ width, height: 640 })
    await expect.poll(sideways).toBeLessThanOrEqual(0)
  }
  await page.getByRole('button', { name: 'Admin menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Back to Site' }).click()
  await expect(page).toHaveURL(/\/$/)
})

const thousandFiles = Array.from({ length: 1000 }, (_, number) => ({
  name: `guides_${number}_Guide ${number}.pdf`,
  title: `Guide number ${number}`,
  description: 'A sentence about what this guide explains to agents and landlords.',
  size: 20_000,
  createdAt: new Date(Date.UTC(2026, 0, 1) + number * 3_600_000).toISOString(),
  changedAt: new Date(Date.UTC(2026, 0, 1) + number * 3_600_000).toISOString(),
  facts: null,
}))

test('a member of a library with 1,000 guides sees all, finds one and opens it by its address', async ({
  page,
}) => {
  await page.route('**/functions/get-library', (route) =>
    route.fulfill({ json: { files: thousandFiles, videos: [] } }),
  )
  await asMember(page)
  await page.getByRole('button', { name: /Show all/ }).click()
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows.first()).toHaveAttribute('aria-setsize', '1000')
  expect(await rows.count()).toBeLessThan(60)
  await page.getByLabel('Search the library').fill('guide number 77')
  await expect(page.getByRole('search').getByRole('button').first()).toHaveText(/^Guide number 77/)
  await page.getByLabel('Search the library').press('Enter')
  const chosen = page.getByRole('button', { name: /^Guide number 77 A/ })
  await expect(chosen).toBeFocused()
  await expect(chosen).toBeInViewport()
  await page.reload()
  // By the time the guide has the focus, the page has scrolled to it, and it does not scroll again.
  await expect(chosen).toBeFocused()
  await expect(chosen).toBeInViewport()

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => window.scrollBy(0, 20_000))
  await expect(page.getByRole('button', { name: /^Guide number 77 A/ })).not.toBeInViewport()
  await expect(chosen).toBeFocused()
  await page.evaluate(() => {
    window.addEventListener('beforeprint', () =>
      queueMicrotask(() => (document.title = String(document.querySelectorAll('main li[id]').length))),
    )
  })
  await page.pdf()
  await expect(page).toHaveTitle('1000')
})

test('Back from another page shows the complete list again', async ({ page }) => {
  await page.route('**/functions/get-library', (route) =>
    route.fulfill({ json: { files: thousandFiles.slice(0, 20), videos: [] } }),
  )
  await asMember(page)
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await page.getByRole('button', { name: /Show all/ }).click()
  await expect(rows).toHaveCount(20)
  await expect(rows.nth(5).getByRole('button').first()).toBeFocused()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Member Library' })).toBeHidden()
  await page.goBack()
  await expect(rows).toHaveCount(20)
  await page.reload()
  await expect(rows).toHaveCount(20)
})

test('the library requests its data while its scripts are loading', async ({ page }) => {
  await asMember(page)
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/functions/')) calls.push(pathname)
  })
  const load = await holdApp(page)
  await page.goto('/library', { waitUntil: 'commit' })
  await expect.poll(() => calls).toEqual(['/functions/get-library', '/functions/get-access'])
  load()
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
  // The app has used these responses.
  expect(calls.filter((call) => call === '/functions/get-library')).toHaveLength(1)
})

test('a returning member loads less than 64 KiB of scripts for the library', async ({ page }) => {
  await asMember(page)
  await page.goto('/library', { waitUntil: 'networkidle' })
  const kibibytes = await scriptKibibytes(page)
  expect(kibibytes).toBeGreaterThan(30)
  expect(kibibytes).toBeLessThan(64)
})

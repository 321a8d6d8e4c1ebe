import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { keys } from '#platform/table/keys.ts'
import { totpCode } from '#platform/totp.ts'
import { clock } from '../kit/clock.ts'
import { given } from '../kit/given.ts'
import { linkFor, pressButton } from '../kit/link.ts'
import { operator } from '../kit/operator.ts'
import { aSignUp } from '../kit/people.ts'
import { allViolations } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { fillSignUp, holdApp, openAs, pressEmailedLink, signInAt, signInHere } from './steps.ts'

const confirm = /Confirm your email/

/** Opens the admin area as an admin. */
const arrive = async (page: Page): Promise<Awaited<ReturnType<typeof given.admin>>> => {
  const admin = await given.admin()
  await openAs(page, admin, '/admin')
  return admin
}

const goTo = (page: Page, section: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: section }).click()

test.describe('an admin who loses the rights', () => {
  test.use({ expectedErrors: [/status of 403.*(?:get-users|get-second-factor)/] })

  test('an admin finds a member by part of the address and reads the status; once demoted, is redirected', async ({
    page,
  }) => {
    const word = `q${crypto.randomUUID().slice(0, 8)}`
    await given.monthlyMember(`nia.${word}@agency.example`)
    await given.user(`other@${word}.example`)
    const admin = await arrive(page)

    await test.step('by a word of it: two people, one of them a subscriber', async () => {
      await page.getByRole('searchbox').fill(word)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page.getByText('2 users found')).toBeVisible()
      await page.getByRole('link', { name: `nia.${word}@agency.example` }).click()
      await expect(page.getByText('Active', { exact: true })).toBeVisible()
      await expect(page.getByText('No actions recorded.')).toBeVisible()
      // The code of the area and the section is requested while the app is loading.
      const letIn = await holdApp(page)
      const ofArea = page.waitForRequest('**/assets/admin-shell-*.js')
      const ofSection = page.waitForRequest('**/assets/users-section-*.js')
      await page.reload({ waitUntil: 'commit' })
      await ofArea
      await ofSection
      letIn()
      await expect(page.getByText(`nia.${word}@agency.example`)).toBeVisible()
      await page.getByRole('link', { name: 'Back to users' }).click()
      await expect(page.getByText('2 users found')).toBeVisible()
    })

    await test.step('by the domain, with Enter', async () => {
      await page.getByRole('searchbox').fill(`@${word}.ex`)
      await page.keyboard.press('Enter')
      await expect(page.getByText('1 user found')).toBeVisible()
    })

    await test.step('an operator ends it: the next search leads home', async () => {
      await operator.admin('revoke', admin.email)
      const rejected = page.waitForResponse('**/functions/get-users')
      await page.keyboard.press('Enter')
      expect((await rejected).status()).toBe(403)
      await expect(page).toHaveURL(/\/$/)
      await page.goto('/admin/users')
      await expect(page).toHaveURL(/\/$/)
    })
  })
})

test.describe('without the rights', () => {
  // The page asks for the second factor before it knows the role.
  test.use({ expectedErrors: [/status of 403.*get-second-factor/] })

  test('a user who is not an admin is redirected and loads no code of the admin area', async ({ page }) => {
    const scripts = new Set<string>()
    page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
    await page.goto('/admin/uploads')
    await expect(page).toHaveURL(/\/login$/)
    await signInHere(page, await given.monthlyMember())
    await expect(page).toHaveURL(/\/library$/)
    await page.goto('/admin/uploads')
    await expect(page).toHaveURL(/\/$/)
    await page.waitForLoadState('networkidle')
    expect([...scripts].some((address) => address.includes('admin-page'))).toBe(true)
    for (const address of scripts)
      expect(await (await page.request.get(address)).text(), address).not.toContain('Back to Site')
  })
})

test('a referral link counts a sign-up once; once rotated, it says so and still allows sign-up', async ({
  page,
  browser,
  baseURL,
}) => {
  const referrer = `=Siân ${crypto.randomUUID()}`
  const rowOf = (table: string, name: string | RegExp) =>
    page.getByRole('table', { name: table }).getByRole('row', { name })
  await arrive(page)
  await goTo(page, 'Referrals')

  const url = await test.step('the admin makes a link', async () => {
    await page.getByLabel('Referrer name').fill(referrer)
    await page.getByRole('button', { name: 'Create link' }).click()
    await expect(rowOf('Referral links', new RegExp(`${referrer} [\\w-]{22} 0 `))).toBeVisible()
    const link = await page.getByText(/\/signup\?ref=/).textContent()
    return link ?? ''
  })

  await test.step('a visitor signs up with it, and presses the mailed button', async () => {
    const visitor = await browser.newPage({ baseURL: baseURL ?? '' })
    const form = aSignUp()
    await visitor.goto(url)
    await expect(visitor.getByText('Your referral link is valid.')).toBeVisible()
    await fillSignUp(visitor, form)
    await expect(visitor.getByText('Account Created')).toBeVisible()
    await pressEmailedLink(visitor, form.email, confirm)
    await expect(visitor).toHaveURL(/\/subscribe/)
    await visitor.close()
  })

  await test.step('it counts once, in the list, the statistics and the analytics', async () => {
    await page.reload()
    await expect(rowOf('Referral links', new RegExp(`${referrer} [\\w-]{22} 1 `))).toBeVisible()
    await expect(rowOf('Uses of current links', `${referrer} 1 1`)).toBeVisible()
    await page.getByRole('button', { name: 'Generate Report' }).click()
    await expect(page.getByRole('img', { name: /^Bar chart/ })).toBeVisible()
    await expect(rowOf('Referral uses', new RegExp(`\\d{4} ${referrer} 1 1`))).toBeVisible()
  })

  await test.step('the file is safe to open', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(
      /^referral-analytics-\d{4}-\d{2}-\d{2}-to-\d{4}-\d{2}-\d{2}\.csv$/,
    )
    const file = await readFile(await download.path(), 'utf8')
    // The name has an accent, so Excel needs the mark.
    expect(file.startsWith('\u{feff}')).toBe(true)
    const [first, ...rows] = file.slice(1).split('\n')
    expect(first).toBe('Period,Referrer,Usage Count,Unique Tokens')
    expect(rows.find((row) => row.includes(referrer))).toContain(`,"'${referrer}",1,1`)
  })

  await test.step('the page has no accessibility violations and fits a phone', async () => {
    expect(await allViolations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    for (const grouping of ['day', 'week', 'month']) {
      await page.getByLabel('Group by').selectOption(grouping)
      await page.getByRole('button', { name: 'Generate Report' }).click()
      await expect(page.getByText(new RegExp(`, by ${grouping}$`)).first()).toBeVisible()
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(sideways).toBeLessThanOrEqual(0)
        // The figures and buttons of the tables must not be cut off inside their card.
        const cutOff = page.locator('td').evaluateAll(
          (cells) =>
            cells.filter((cell) => {
              const card = cell.closest('section')?.getBoundingClientRect()
              return card !== undefined && cell.getBoundingClientRect().right > card.right
            }).length,
        )
        expect(await cutOff, `${grouping} at ${width} px`).toBe(0)
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    const fields = ['Start date', 'End date', 'Group by'].map((label) => page.getByLabel(label))
    const boxes = await Promise.all(fields.map((field) => field.boundingBox()))
    expect(new Set(boxes.map((box) => box?.y)).size, 'places of fields that are side by side').toBe(1)
    expect(new Set(boxes.map((box) => box?.height)).size, 'heights of these fields').toBe(1)
  })

  await test.step('rotated, the old link says that it no longer counts', async () => {
    await page.getByRole('button', { name: `Rotate ${referrer}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await expect(page.getByText('Link rotated', { exact: true })).toBeVisible()
    const visitor = await browser.newPage({ baseURL: baseURL ?? '' })
    await visitor.goto(url)
    await expect(
      visitor.getByText('This referral link is no longer valid, but you can still sign up.'),
    ).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Create account' })).toBeEnabled()
    await visitor.close()
  })
})

test('an expired referral link says so', async ({ page, browser, baseURL }) => {
  await arrive(page)
  await goTo(page, 'Referrals')
  await page.getByLabel('Referrer name').fill('Rhys')
  await page.getByRole('button', { name: 'Create link' }).click()
  const url = (await page.getByText(/\/signup\?ref=/).textContent()) ?? ''
  const token = new URL(url).searchParams.get('ref') ?? ''
  const table = await operator.table()
  const [item] = await table.list(keys.referralToken(token).pk, 'token')
  await table.put(keys.referralToken(token), { ...item, expires_at: '2026-01-01T00:00:00.000Z' })
  const visitor = await browser.newPage({ baseURL: baseURL ?? '' })
  await visitor.goto(url)
  await expect(visitor.getByText('This referral link has expired, but you can still sign up.')).toBeVisible()
  await visitor.close()
})

test('a user who becomes an admin before the first sign-in lands in the admin area', async ({ page }) => {
  const form = aSignUp()
  await page.goto('/signup')
  await fillSignUp(page, form)
  await expect(page.getByText('Account Created')).toBeVisible()
  // The address is confirmed on another device, and the first sign-in happens in another tab of this browser.
  await pressButton(await linkFor(form.email, confirm))
  await operator.admin('grant', form.email)
  await signInAt(await page.context().newPage(), '/login', form)
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByText('Welcome! You have admin access.', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code with your key' })).toBeVisible()
  expect(await allViolations(page)).toEqual([])
  const key = (await page.locator('code').textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(totpCode(key.replaceAll(' ', ''), await clock.now()))
  await page.getByRole('button', { name: 'Continue' }).click()
  await goTo(page, 'My Account')
  await expect(page.getByText('Administrator')).toBeVisible()
})

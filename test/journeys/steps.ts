import { deferred } from '#test/kit/deferred.ts'
import type { Page } from '@playwright/test'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { sessionFrom } from '#web/lib/tokens.ts'
import { given, type TestAccount } from '../kit/given.ts'
import { linkFor } from '../kit/link.ts'
import { secondFactorCode } from '../kit/second-factor.ts'
import type { aSignUp } from '../kit/people.ts'
import { expect } from './fixtures.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/** Fills in and submits the sign-in form of the current page. */
export const signInHere = async (page: Page, { email, password }: Credentials, button = 'Sign in') => {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: button }).click()
}

/** Opens a page with a sign-in form and signs in. */
export const signInAt = async (page: Page, address: string, credentials: Credentials) => {
  await page.goto(address)
  await signInHere(page, credentials)
}

/** Stores the session of a user in the browser, as a sign-in does. The page must be one of the site. */
export const storeSession = (page: Page, account: TestAccount) =>
  page.evaluate(([key, session]) => localStorage.setItem(key, session), [
    storageKeys.session,
    JSON.stringify(sessionFrom(account, Date.now())),
  ] as const)

/**
 * Opens a page as a user who has signed in before, an admin also with the second factor. The sign-in form, and the
 * library to which it leads, would take another second of processor time. Journeys about signing in use `signInAt`.
 */
export const openAs = async (page: Page, account: TestAccount, address: string) => {
  await page.goto('/robots.txt')
  await storeSession(page, account)
  await page.goto(address)
}

/** Holds requests back, as a slow network does. Returns a function that lets them through. */
export const hold = async (page: Page, address: string | RegExp): Promise<() => void> => {
  const { promise: released, resolve: release } = deferred()
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Holds the app's code back. Returns a function that lets it load. */
export const holdApp = (page: Page): Promise<() => void> => hold(page, '**/assets/app-*.js')

/** Returns the size of the scripts that the page requested before a moment of `performance.now`, in KiB. */
export const scriptKibibytes = (page: Page, before = Number.MAX_VALUE): Promise<number> =>
  page.evaluate(
    (end) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < end)
        .reduce((sum, entry) => sum + ('encodedBodySize' in entry ? Number(entry.encodedBodySize) : 0), 0) /
      1024,
    before,
  )

declare global {
  interface Window {
    /** Resolves when the app is ready. */
    appReady: Promise<void>
  }
}

/**
 * Opens an app page as a member in another tab, with the app's code held back. Returns that tab, which has nothing of the
 * app in its memory, and a function that lets the app load.
 */
export const openWithoutApp = async (first: Page, address = '/library') => {
  await first.goto('/faq')
  await first.getByRole('button', { name: 'Only necessary' }).click()
  await storeSession(first, await given.monthlyMember())
  const page = await first.context().newPage()
  await page.addInitScript(() => {
    window.appReady = new Promise((resolve) => document.addEventListener('app-ready', () => resolve()))
  })
  const letIn = await holdApp(page)
  const requested = page.waitForRequest('**/assets/app-*.js')
  await page.goto(address, { waitUntil: 'commit' })
  await requested
  const appReady = () => page.evaluate(() => window.appReady)
  const startApp = async () => {
    letIn()
    await appReady()
  }
  return { page, letIn, appReady, startApp }
}

/** Fills in the hosted payment page and pays. Pass `email` for a guest, whose address the page does not have. */
export const payByCard = async (page: Page, number: string, email?: string) => {
  if (email !== undefined) await page.getByLabel('Email').fill(email)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Nadia Oyelaran')
  const terms = page.getByRole('checkbox', { name: /I accept the terms/ })
  // The page of an open invoice has no terms.
  if ((await terms.count()) > 0) await terms.check()
  await page.getByRole('button', { name: /pay|subscribe/i }).click()
}

/** Opens the newest emailed link with this subject and presses the button on its page. */
export const pressEmailedLink = async (page: Page, email: string, subject: RegExp) => {
  await page.goto(await linkFor(email, subject))
  await page.getByRole('button').click()
}

/** Fills in and submits the sign-up form of the current page. */
export const fillSignUp = async (page: Page, form: ReturnType<typeof aSignUp>) => {
  await page.getByLabel('First name').fill(form.firstName)
  await page.getByLabel('Last name').fill(form.lastName)
  await page.getByLabel('Email').fill(form.email)
  await page.getByLabel('Password', { exact: true }).fill(form.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(form.confirmPassword)
  await page.locator('label', { hasText: /^Agent/ }).click()
  await expect(page.getByRole('radio', { name: 'Agent' })).toBeChecked()
  await page.getByLabel('Company name').fill(form.companyName)
  await page.getByLabel('Street address').fill(form.streetAddress)
  await page.getByLabel('City').fill(form.city)
  await page.getByLabel('Postcode').fill(form.postcode)
  await page.getByLabel('Number of employees').fill(String(form.numberOfEmployees))
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Enters the code of the authenticator app, for which the admin area asks after each sign-in. */
export const enterSecondFactor = async (page: Page, { email }: Pick<Credentials, 'email'>) => {
  await page.getByLabel('Code', { exact: true }).fill(await secondFactorCode(email))
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Opens the uploads page as an admin. */
export const openUploads = async (page: Page): Promise<void> => {
  await openAs(page, await given.admin(), '/admin/uploads')
  await expect(page.getByRole('heading', { name: 'File Uploads' })).toBeVisible()
  // Waits for the lists, which move the content below them when they appear.
  await expect(page.getByText(/^\d+ of \d+ files$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete video/ }).first()).toBeVisible()
}

/** Marks each later page once the app is ready. */
export const markWhenReady = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('app-ready', () => document.documentElement.setAttribute('data-ready', '')),
  )

/** Hovers over a control that needs the app, which is on every page, and waits until the app is ready. */
export const loadAppByHover = async (page: Page): Promise<void> => {
  await page.evaluate(() =>
    document
      .querySelector('button[data-app]')
      ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })),
  )
  await expect(page.locator('html[data-ready]')).toBeAttached()
}

import { given } from '../kit/given.ts'
import { callOk } from '../kit/call.ts'
import { inbox } from '../kit/inbox.ts'
import { landing, linkFor, pressButton } from '../kit/link.ts'
import { aSignUp, newEmail } from '../kit/people.ts'
import { sendPasswordResetEmail, signUp } from '#shared/contract/identity.ts'
import { contactDraft, session as sessionKey } from '#shared/values/storage-keys.ts'
import { expect, test } from './fixtures.ts'
import { fillSignUp, hold, openAs, pressEmailedLink, signInAt, signInHere } from './steps.ts'

const newPassword = 'Kettle-and-lantern-9'

test('a member who forgot the password signs in with a magic link', async ({ page }) => {
  const { email } = await given.monthlyMember()
  await page.goto('/members')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a magic link' }).click()
  await expect(page.getByText('Magic link sent', { exact: true }).first()).toBeVisible()
  await pressEmailedLink(page, email, /sign-in link/)
  await expect(page).toHaveURL(/\/library$/)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  expect(page.url()).not.toContain('access_token')
})

test('a visitor signs up on a desktop, corrects the address and confirms it on a phone', async ({
  page,
  browser,
}) => {
  const form = aSignUp()
  await page.goto('/signup?plan=annual')
  await fillSignUp(page, { ...form, email: newEmail('mistyped') })
  await page.getByRole('button', { name: 'Correct the email address' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.reload()
  await expect(page.getByText('Please confirm your email address')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Annual/ })).toBeChecked()
  await expect(page.getByLabel('Company name')).toHaveValue(form.companyName)
  await fillSignUp(page, form)
  await expect(page.getByText('Account Created')).toBeVisible()

  const phone = await browser.newContext()
  await pressEmailedLink(await phone.newPage(), form.email, /Confirm your email/)
  await expect(page.getByText('Your email address is confirmed')).toBeVisible()
  await expect(page).toHaveURL(/\/members$/)
  await signInHere(page, form, 'Sign In')
  await expect(page).toHaveURL(/\/subscribe/)
  await phone.close()
})

test('a member chooses a new password, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  const { email } = await given.user()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('Reset email sent', { exact: true }).first()).toBeVisible()

  await pressEmailedLink(page, email, /Choose a new password/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset Password')
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await sideways()).toBeLessThanOrEqual(0)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm new password', { exact: true }).fill(newPassword)
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password updated', { exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Password Reset Successful', { exact: true }).first()).toBeVisible()

  await signInHere(page, { email, password: newPassword })
  await expect(page).toHaveURL(/\/library$/)
})

test('a used reset link offers another user, who is signed in, no form for a new password', async ({
  page,
}) => {
  const owner = await given.user()
  await callOk(sendPasswordResetEmail, { body: { email: owner.email } })
  const link = await linkFor(owner.email, /Choose a new password/)
  await pressButton(link)
  const other = await given.user()
  await openAs(page, other, link)
  await expect(page).toHaveURL(/\/reset-password\?error=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check Your Email')
  await expect(page.getByRole('main')).toContainText(`You’re signed in as ${other.email}.`)
  await expect(page.getByLabel('New password', { exact: true })).toBeHidden()
})

test('an admin chooses a new password and is back at the admin sign-in', async ({ page }) => {
  const { email } = await given.admin()
  await page.goto('/admin-login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByText('Enter your email', { exact: true }).first()).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByText('Reset email sent', { exact: true }).first()).toBeVisible()
  await pressEmailedLink(page, email, /Choose a new password/)
  await expect(page).toHaveURL(/\/reset-password\?from=admin$/)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm new password', { exact: true }).fill(newPassword)
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).toHaveURL(/\/admin-login$/)
  await signInHere(page, { email, password: newPassword })
  await expect(page).toHaveURL(/\/admin/)
  await expect(page).not.toHaveURL(/admin-login/)
})

test('the admin sign-in page signs out a user who is not an admin', async ({ page }) => {
  const member = await given.user()
  // Waits for the response to the page's own request, so that no request is pending at the sign-out.
  const asked = page.waitForResponse(/check-subscription/)
  await page.route('**/functions/ensure-admin-role', async (route) => {
    await asked
    await route.continue()
  })
  await signInAt(page, '/admin-login', member)
  await expect(page.getByText('This account is not an admin.').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth-session'))).toBeNull()
})

test('a used link shows a banner that sends a new one to an address that is not confirmed', async ({
  page,
}) => {
  const [used, form] = [aSignUp(), aSignUp()]
  for (const body of [used, form]) await callOk(signUp, { body })
  const link = await linkFor(used.email, /Confirm your email/)
  expect(landing(await pressButton(link)).fragment).toMatchObject({ type: 'signup' })
  const [first] = await inbox.waitForCount(form.email, 1)
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('Your verification link has expired.')
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('Email required', { exact: true }).first()).toBeVisible()
  await page.evaluate((email) => localStorage.setItem('pending_verification_email', email), form.email)
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('Verification email sent', { exact: true }).first()).toBeVisible()
  const [, second] = await inbox.waitForCount(form.email, 2)
  expect(second?.subject).toBe(first?.subject)
  expect(second?.links).not.toEqual(first?.links)
})

test('the code of the library loads while the server checks who has signed in', async ({ page }) => {
  const member = await given.monthlyMember()
  await page.goto('/login')
  const ofLibrary = page.waitForRequest('**/assets/library-*.js')
  await page.route('**/functions/get-access', async (route) => {
    await ofLibrary
    await route.continue()
  })
  await signInHere(page, member)
  await expect(page).toHaveURL(/\/library$/)
})

test('a user signs in where the storage of the browser is full', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError')
    }
  })
  await signInAt(page, '/login', await given.user())
  await expect(page).toHaveURL(/\/library$/)
  await expect(page.getByText('you’ll be signed out when you reload or close this page')).toBeVisible()
})

test('another tab follows when a user signs in and out', async ({ page, context }) => {
  const person = await given.user()
  const other = await context.newPage()
  await other.goto('/subscribe')
  await expect(other.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  // This is the last call after a sign-in. If it is pending while the user signs out, it is rejected.
  const settled = [page, other].map((tab) => tab.waitForResponse('**/functions/check-subscription'))
  await signInAt(page, '/login', person)
  await expect(page).toHaveURL(/\/library$/)
  await expect(other.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await Promise.all(settled)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(other.getByRole('link', { name: 'Login' }).first()).toBeVisible()
})

test('the Members Area shows its debug panel on a wide screen to a visitor who touches nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/members')
  await expect(page.getByText('Session present')).toBeVisible()
  await page.setViewportSize({ width: 375, height: 667 })
  await expect(page.getByText('Session present')).toBeHidden()
})

test('a user signs in at the Members Area with the keyboard alone', async ({ page }) => {
  const { email, password } = await given.user()
  await page.goto('/members')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Remember me')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('auth-session'))).not.toBeNull()
})

test('a sign-out in one tab removes what the user was writing in another', async ({ page, context }) => {
  await signInAt(page, '/login', await given.user())
  await expect(page).toHaveURL(/\/library$/)
  const other = await context.newPage()
  await other.goto('/contact')
  await other.getByLabel('Message').fill('A tenant has left without notice.')
  const draft = () => other.evaluate((key) => sessionStorage.getItem(key), contactDraft)
  await expect.poll(draft).toContain('A tenant has left')
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(draft).toBeNull()
  await other.reload()
  await expect(other.getByLabel('Message')).toHaveValue('')
})

test('two tabs that refresh at the same time stay signed in, with one exchange of the refresh token', async ({
  page,
  context,
}) => {
  const exchanges: string[] = []
  context.on('request', (request) => {
    if (request.headers()['x-amz-target']?.endsWith('GetTokensFromRefreshToken'))
      exchanges.push(request.postDataJSON().RefreshToken)
  })
  const { email, password } = await given.user()
  await signInAt(page, '/login', { email, password })
  await expect(page).toHaveURL(/\/library$/)
  const tabs = [page, await context.newPage()]
  for (const round of [1, 2]) {
    // No app runs while the session expires: a page that is left could begin an exchange and not end it.
    for (const tab of tabs) await tab.goto('/robots.txt')
    await page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Date.now() / 1000 }))
    }, sessionKey)
    await Promise.all(tabs.map((tab) => tab.goto('/profile')))
    for (const tab of tabs) await expect(tab.getByText(email).first()).toBeVisible()
    expect(new Set(exchanges).size).toBe(round)
    expect(exchanges).toHaveLength(round)
  }
})

test.describe('if the form for a new password does not arrive', () => {
  test.use({ expectedErrors: [/ERR_FAILED.*forgot-password/] })

  test('the sign-in form keeps what is typed, and opens it at the next press', async ({ page }) => {
    const code = '**/assets/forgot-password-dialog-*.js'
    await page.route(code, (route) => route.abort())
    await page.goto('/login')
    await page.getByLabel('Email').fill('nadia@newcomer.example')
    const forgot = page.getByRole('button', { name: 'Forgot password?' })
    await forgot.click()
    await expect(page.getByText('This form could not be loaded', { exact: true }).first()).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('nadia@newcomer.example')
    await page.unroute(code)
    const arrive = await hold(page, code)
    await forgot.click()
    await expect(page.getByText('Loading the form')).toBeAttached()
    arrive()
    await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue('nadia@newcomer.example')
  })
})

import { readFile } from 'node:fs/promises'
import { given } from '../kit/given.ts'
import { inbox } from '../kit/inbox.ts'
import { aSignUp } from '../kit/people.ts'
import { callOk } from '../kit/call.ts'
import { signUp } from '#shared/contract/identity.ts'
import { expect, test } from './fixtures.ts'
import { hold, openAs, pressEmailedLink, signInHere } from './steps.ts'

const newPassword = 'Kettle-and-lantern-9'

test('a member cancels, resumes, exports the account data and changes the password', async ({ page }) => {
  const member = await given.monthlyMember()
  await openAs(page, member, '/profile')
  await expect(page.getByText('Active Subscription')).toBeVisible()

  await test.step('cancels: the keyboard finds its way back, and access stays', async () => {
    const cancel = page.getByRole('button', { name: 'Cancel Subscription' })
    await cancel.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(cancel).toBeFocused()
    await cancel.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
    await expect(page.getByText('Subscription cancelled', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Cancelling Soon')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancellation Scheduled' })).toBeDisabled()
    await expect(page.getByText(/^Access ends on \d+ \w+ \d{4}$/)).toBeVisible()
    // The page has been reloaded.
    await expect(page.getByRole('heading', { name: 'Account Actions' })).toBeFocused()
  })

  await test.step('resumes', async () => {
    await page.getByRole('button', { name: 'Resume Subscription' }).click()
    await expect(page.getByText('Active Subscription')).toBeVisible()
  })

  await test.step('downloads what is held', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download My Data' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
      about_this_file: { user_id: member.userId },
      profile: [{ email: member.email }],
      payments: { charges: [{ amount_pence: 5000 }] },
    })
  })

  await test.step('chooses a new password and signs in with it', async () => {
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByLabel('Confirm new password', { exact: true }).fill(newPassword)
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Your password has been updated successfully.').first()).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
    await signInHere(page, { email: member.email, password: newPassword })
    await expect(page).toHaveURL(/\/library$/)
  })
})

test('a dialog that is longer than the window starts at its beginning', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await openAs(page, await given.monthlyMember(), '/profile')
  const open = page.getByRole('button', { name: 'Delete My Account' })
  const dialog = page.getByRole('dialog')
  await open.press('Enter')
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('link', { name: 'withdraw and get a refund' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
})

test('a member deletes the account and signs up again with the same address', async ({ page }) => {
  const member = await given.monthlyMember()
  await openAs(page, member, '/profile')
  await expect(page.getByText('Active Subscription')).toBeVisible()
  await page.getByRole('button', { name: 'Delete My Account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete My Account' }).click()
  await expect(page.getByText('Account deleted', { exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('auth-session'))).toBeNull()
  await inbox.waitFor(member.email, /account has been deleted/)

  const form = aSignUp({ email: member.email })
  await callOk(signUp, { body: form })
  // The four emails are the first link, the welcome, the confirmation of the deletion, and the new link.
  await inbox.waitForCount(member.email, 4)
  await pressEmailedLink(page, member.email, /Confirm your email/)
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('No Active Access')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Subscribe Now' })).toBeVisible()
})

test.describe('if the code of the forms does not arrive', () => {
  test.use({ expectedErrors: [/ERR_FAILED.*(?:account-forms|dialog)/] })

  test('the profile says so, and opens a form with its styles at a later press', async ({ page }) => {
    const code = /\/assets\/account-forms-[^/]+\.js$/
    const styles = /\/assets\/dialog-[^/]+\.css$/
    await page.route(code, (route) => route.abort())
    await page.route(styles, (route) => route.abort())
    await openAs(page, await given.monthlyMember(), '/profile')
    const change = page.getByRole('button', { name: 'Change Email Address' })
    await change.click()
    await expect(page.getByText('This form could not be loaded', { exact: true }).first()).toBeVisible()
    await expect(change).toBeFocused()
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.unroute(styles)
    await page.unroute(code)
    const arrive = await hold(page, code)
    await change.click()
    await expect(change).toHaveAttribute('aria-busy', 'true')
    arrive()
    await expect(page.getByLabel('New email address')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCSS('position', 'fixed')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(change).toBeFocused()
  })
})

test.describe('a sign-in that the server finds too old', () => {
  test.use({ expectedErrors: [/the server responded with a status of 403/] })

  test('is confirmed, and the keyboard finds its way back from both dialogs', async ({ page }) => {
    const member = await given.monthlyMember()
    await openAs(page, member, '/profile')
    const error = { code: 'recent_sign_in_needed', message: 'Please sign in again.' }
    await page.route('**/functions/change-email', (route) => route.fulfill({ status: 403, json: { error } }))
    const change = page.getByRole('button', { name: 'Change Email Address' })
    const dialog = page.getByRole('dialog')
    const askForConfirmation = async () => {
      await change.click()
      await page.getByLabel('New email address').fill('new@agents.example')
      await dialog.getByRole('button', { name: 'Send link' }).click()
      await expect(dialog).toHaveAccessibleName('Confirm it’s you')
    }
    await askForConfirmation()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(change).toBeFocused()
    await page.reload()
    await askForConfirmation()
    await dialog.getByLabel('Password', { exact: true }).fill(member.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('New email address')).toHaveValue('new@agents.example')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(change).toBeFocused()
  })
})

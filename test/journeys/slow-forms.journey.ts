import * as storageKeys from '#shared/values/storage-keys.ts'
import { given } from '../kit/given.ts'
import { aSignUp, newEmail } from '../kit/people.ts'
import { expect, test } from './fixtures.ts'
import { holdApp } from './steps.ts'
import { callsOf, collectRequests, slowDown, slowRuns, typeInto } from './slow-connection.ts'

// Each form is filled in and sent twice in a row while the app is still loading. It must be sent once, completely.
for (const run of slowRuns) {
  test(`/signup loses no early input on a slow connection, run ${run}`, async ({ page }) => {
    const form = aSignUp()
    const sent = collectRequests(page, callsOf('sign-up'))
    await slowDown(page)
    await page.goto('/signup', { waitUntil: 'commit' })
    await page.locator('label', { hasText: /^Annual/ }).click()
    await page.locator('label', { hasText: /^Agent/ }).click()
    await typeInto(page, run, {
      Password: form.password,
      'First name': form.firstName,
      'Last name': form.lastName,
      Email: form.email,
      'Confirm password': form.confirmPassword,
      'Company name': form.companyName,
      'Street address': form.streetAddress,
      City: form.city,
      Postcode: form.postcode,
      'Number of employees': String(form.numberOfEmployees),
    })
    await page.getByRole('button', { name: 'Create account' }).dblclick()
    await expect(page.getByText('Account Created')).toBeVisible()
    expect(sent.map((request) => request.postDataJSON())).toEqual([{ ...form, plan: 'annual' }])
  })

  test(`/login loses no early input on a slow connection, run ${run}`, async ({ page }) => {
    const { email, password } = await given.monthlyMember()
    const sent = collectRequests(page, (request) => request.postData()?.includes('USER_SRP_AUTH') === true)
    await slowDown(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await typeInto(page, run, { Email: email, Password: password })
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).dblclick()
    await expect(page).toHaveURL(/\/library$/)
    expect(sent).toHaveLength(1)
  })

  test(`/members loses no early input on a slow connection, run ${run}`, async ({ page }) => {
    const { email, password } = await given.monthlyMember()
    const sent = collectRequests(page, (request) => request.postData()?.includes('USER_SRP_AUTH') === true)
    await slowDown(page)
    await page.goto('/members', { waitUntil: 'commit' })
    await page.getByText('Remember me').click()
    await typeInto(page, run, { Email: email, Password: password })
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).dblclick()
    await expect(page).toHaveURL(/\/$/)
    expect(sent).toHaveLength(1)
    // Without 'Remember me', this key marks that the session ends with the browser.
    expect(await page.evaluate((key) => localStorage.getItem(key), storageKeys.sessionRun)).toBeNull()
  })

  test(`/contact loses no early input on a slow connection, run ${run}`, async ({ page }) => {
    const message = {
      name: 'Idris Fenwright',
      email: newEmail('visitor'),
      subject: 'A question about my invoice',
      message: 'Which of the two prices did I pay in March?',
    }
    const sent = collectRequests(page, callsOf('submit-contact'))
    // The server accepts five messages an hour.
    await page.route('**/functions/submit-contact', (route) => route.fulfill({ json: { success: true } }))
    await slowDown(page)
    await page.goto('/contact', { waitUntil: 'commit' })
    await typeInto(page, run, {
      Name: message.name,
      Email: message.email,
      Subject: message.subject,
      Message: message.message,
    })
    await page.getByRole('button', { name: 'Send message' }).dblclick()
    await expect(page.getByText('Message Sent!', { exact: true })).toBeVisible()
    expect(sent.map((request) => request.postDataJSON())).toEqual([{ ...message, website: '' }])
  })
}

test('/contact fills in an unsent message again, except where the visitor has typed', async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Idris')
  await page.getByLabel('Subject').fill('A question about my invoice')
  await page.getByLabel('Message').fill('Which of the two prices')
  const isKept = () => page.evaluate((key) => sessionStorage.getItem(key), storageKeys.contactDraft)
  await expect.poll(isKept).toContain('Which of the two prices')
  await page.goto('/about')
  const start = await holdApp(page)
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Idris Fenwright')
  start()
  await expect(page.getByLabel('Message')).toHaveValue('Which of the two prices')
  await expect(page.getByLabel('Subject')).toHaveValue('A question about my invoice')
  await expect(page.getByLabel('Name')).toHaveValue('Idris Fenwright')

  await page.goto('/contact')
  // The app fills in the message although the visitor does nothing on the page.
  await expect(page.getByLabel('Message')).toHaveValue('Which of the two prices')
  await expect(page.getByLabel('Name')).toHaveValue('Idris Fenwright')
})

test('/contact and /signup check what was typed before the app was ready', async ({ page }) => {
  const startContact = await holdApp(page)
  await page.goto('/contact')
  await page.getByLabel('Name').fill('I')
  startContact()
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
  await expect(page.getByText('Email is required')).toBeHidden()

  const startSignUp = await holdApp(page)
  await page.goto('/signup')
  await page.getByLabel('First name').fill('I')
  await page.getByLabel('Last name').fill('F')
  startSignUp()
  await expect(page.getByText('First name must be at least 2 characters')).toBeVisible()
  // The visitor is still in this field.
  await expect(page.getByText('Last name must be at least 2 characters')).toBeHidden()
})

import type { Page, Response } from '@playwright/test'
import { inbox } from '../kit/inbox.ts'
import { aSignUp } from '../kit/people.ts'
import { expect, test } from './fixtures.ts'
import { fillSignUp, payByCard } from './steps.ts'

type Form = ReturnType<typeof aSignUp>

/** Opens the emailed link and presses its button. */
const verifyAddress = async (page: Page, email: string) => {
  const mail = await inbox.waitFor(email)
  const link = mail.links.find((address) => address.includes('/auth/verify'))
  expect(link, 'the mail has a link that verifies the address').toBeDefined()
  await page.goto(link ?? '')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
}

const signIn = async (page: Page, { email, password }: Pick<Form, 'email' | 'password'>) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

const guide = 'Raising the rent under section 13'

test('a visitor becomes a paying member, reads a guide, and returns to the library after signing in', async ({
  page,
}) => {
  const form = aSignUp()

  await test.step('chooses Monthly on the home page', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Choose monthly' }).click()
    await expect(page).toHaveURL(/\/signup\?plan=monthly$/)
    await expect(page.getByRole('radio', { name: /^Monthly/ })).toBeChecked()
  })

  await test.step('signs up as a letting agent and verifies the address', async () => {
    await fillSignUp(page, form)
    await verifyAddress(page, form.email)
    await expect(page).toHaveURL(/\/signup-complete/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is confirmed')
  })

  await test.step('goes on to pay: one card is declined, the next is good', async () => {
    await expect(page).toHaveURL(/\/subscribe/)
    await page.getByRole('button', { name: 'Choose monthly' }).click()
    await payByCard(page, '4000000000000002')
    await expect(page.getByRole('alert')).toContainText('declined')
    await payByCard(page, '4242424242424242')
  })

  await test.step('is taken to the library', async () => {
    await expect(page).toHaveURL(/\/library$/)
    await expect(page.getByText('Subscription active', { exact: true })).toBeVisible()
  })

  await test.step('finds a guide by its words', async () => {
    // Other journeys add guides, so this one may not be among those shown first.
    await page.getByRole('searchbox').fill('section 13 rent')
    await page
      .getByRole('search')
      .getByRole('button', { name: new RegExp(`^${guide}`) })
      .click()
    // The page scrolls to the guide first.
    await expect(
      page.getByRole('tabpanel').getByRole('button', { name: new RegExp(`^${guide}`) }),
    ).toBeFocused()
  })

  await test.step('opens a guide through a link that is signed for it', async () => {
    const isGuide = (response: Response) => /guides_.*\.pdf\?.*X-Amz-Signature=/.test(response.url())
    const [download] = await Promise.all([
      page.context().waitForEvent('response', isGuide),
      page
        .getByRole('tabpanel')
        .getByRole('button', { name: new RegExp(`^${guide}`) })
        .click(),
    ])
    expect(download.status()).toBe(200)
    expect(download.headers()['content-type']).toBe('application/pdf')
  })

  await test.step('signs out, and finds the library again after signing in', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.getByRole('link', { name: 'Login' }).click()
    await signIn(page, form)
    await expect(page).toHaveURL(/\/library$/)
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
  })
})

import type { Page } from '@playwright/test'
import { linkFor } from '../kit/link.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/** Fills in the sign-in form of the page and sends it. */
export const signInHere = async (page: Page, { email, password }: Credentials, button = 'Sign in') => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: button }).click()
}

/** Opens a page with a sign-in form, and signs in there. */
export const signInAt = async (page: Page, address: string, credentials: Credentials) => {
  await page.goto(address)
  await signInHere(page, credentials)
}

/** Fills in the hosted payment page and pays. `email`: of a guest, whom the page does not know. */
export const payByCard = async (page: Page, number: string, email?: string) => {
  if (email !== undefined) await page.getByLabel('Email').fill(email)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Nadia Oyelaran')
  await page.getByRole('button', { name: /pay|subscribe/i }).click()
}

/** Opens the newest mailed link of this subject and presses the button of its page. */
export const pressMailedLink = async (page: Page, email: string, subject: RegExp) => {
  await page.goto(await linkFor(email, subject))
  await page.getByRole('button').click()
}

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

/** Opens the newest mailed link of this subject and presses the button of its page. */
export const pressMailedLink = async (page: Page, email: string, subject: RegExp) => {
  await page.goto(await linkFor(email, subject))
  await page.getByRole('button').click()
}

import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test'
import { seedPassword } from '#local/control/given.ts'
import { seedAccounts } from '#local/seed/accounts.ts'

export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })

/** Returns the code that the authenticator app of an admin shows. */
const secondFactorCode = async (site: string, email: string): Promise<string> => {
  const response = await fetch(`${site}/_local/second-factor?email=${encodeURIComponent(email)}`)
  const { code }: { code: string } = await response.json()
  return code
}

/** Signs a sample account in and returns its session, for browsers with an empty cache. */
export const sessionOf = async (
  browser: Browser,
  site: string,
  as: 'monthlyMember' | 'admin',
): Promise<StorageState> => {
  const account = seedAccounts.find((one) => one.as === as)
  if (!account) throw new Error(`The seed contains no ${as}`)
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`${site}/login`)
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(seedPassword)
    await page.keyboard.press('Enter')
    if (as === 'admin') {
      await page.waitForURL('**/admin**')
      await page.getByLabel('Code', { exact: true }).fill(await secondFactorCode(site, account.email))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Users' }).waitFor()
    } else await page.waitForURL('**/library')
    return await context.storageState()
  } finally {
    await context.close()
  }
}

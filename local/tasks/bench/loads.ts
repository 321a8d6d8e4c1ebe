import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { seedPeople } from '../../seed/people.ts'
import { everybodysPassword } from '../../control/given.ts'

export interface PageLoad {
  readonly path: string
  readonly kibibytes: number
  readonly scriptKibibytes: number
  readonly requests: number
  /** All that has come once every link and button was pointed at. */
  readonly pointedAtKibibytes: number
}

/** Adds up what comes over the wire to a page, headers included. */
const count = (page: Page) => {
  const finished: Promise<{ bytes: number; isScript: boolean }>[] = []
  page.on('requestfinished', (request) =>
    finished.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => ({
        bytes: responseBodySize + responseHeadersSize,
        isScript: request.resourceType() === 'script',
      })),
    ),
  )
  return async () => {
    const all = await Promise.all(finished)
    const sum = (some: typeof all) => some.reduce((total, { bytes }) => total + bytes, 0) / 1024
    return {
      kibibytes: sum(all),
      scriptKibibytes: sum(all.filter(({ isScript }) => isScript)),
      requests: all.length,
    }
  }
}

const pointAtEverything = async (page: Page): Promise<void> => {
  await page.locator('a:visible, button:visible').evaluateAll((controls) => {
    for (const control of controls) control.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  })
  await page.waitForLoadState('networkidle')
}

const load = async (context: BrowserContext, site: string, path: string): Promise<PageLoad> => {
  const page = await context.newPage()
  const counted = count(page)
  await page.goto(site + path, { waitUntil: 'networkidle' })
  const untouched = await counted()
  await pointAtEverything(page)
  const { kibibytes } = await counted()
  await page.close()
  return { path, ...untouched, pointedAtKibibytes: kibibytes }
}

/** The session of the seed's member, to be opened in a browser that has loaded nothing yet. */
const memberSession = async (browser: Browser, site: string) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const member = seedPeople.find(({ as }) => as === 'monthlyMember')
  if (!member) throw new Error('The seed has no member')
  await page.goto(`${site}/login`)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(everybodysPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/library')
  const storageState = await context.storageState()
  await context.close()
  return storageState
}

export interface Loads {
  readonly publicPages: readonly PageLoad[]
  readonly library: PageLoad
}

/** Loads pages in a browser with an empty cache: public ones as a stranger, the library as a member. */
export const pageLoads = async (site: string, publicPaths: readonly string[]): Promise<Loads> => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const publicPages: PageLoad[] = []
    for (const path of publicPaths) {
      const stranger = await browser.newContext()
      publicPages.push(await load(stranger, site, path))
      await stranger.close()
    }
    const member = await browser.newContext({ storageState: await memberSession(browser, site) })
    return { publicPages, library: await load(member, site, '/library') }
  } finally {
    await browser.close()
  }
}

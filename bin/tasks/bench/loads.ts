import type { BrowserContext, Page } from '@playwright/test'
import { launchBrowser, sessionOf } from './browser.ts'

export interface PageLoad {
  readonly path: string
  readonly kibibytes: number
  readonly scriptKibibytes: number
  readonly requests: number
  /** Total after pointing at every link and button. */
  readonly pointedAtKibibytes: number
}

/** Counts the bytes that a page receives, headers included. */
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

const hoverOverControls = async (page: Page): Promise<void> => {
  await page.locator('a:visible, button:visible').evaluateAll((controls) => {
    for (const control of controls) control.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  })
  await page.waitForLoadState('networkidle')
}

const load = async (context: BrowserContext, site: string, path: string): Promise<PageLoad> => {
  const page = await context.newPage()
  const counted = count(page)
  await page.goto(site + path, { waitUntil: 'networkidle' })
  const beforeHover = await counted()
  await hoverOverControls(page)
  const { kibibytes } = await counted()
  await page.close()
  return { path, ...beforeHover, pointedAtKibibytes: kibibytes }
}

/** Bytes of the scripts of the members' library. */
export interface LibraryLoad {
  readonly scriptKibibytes: number
  /** Total after a search, whose code is loaded when a member first searches. */
  readonly searchedScriptKibibytes: number
}

const loadLibrary = async (context: BrowserContext, site: string): Promise<LibraryLoad> => {
  const page = await context.newPage()
  const counted = count(page)
  await page.goto(`${site}/library`, { waitUntil: 'networkidle' })
  const { scriptKibibytes } = await counted()
  await page.getByLabel('Search the library').fill('deposit')
  await page.getByRole('search').getByRole('listitem').first().waitFor()
  await page.waitForLoadState('networkidle')
  const searched = await counted()
  return { scriptKibibytes, searchedScriptKibibytes: searched.scriptKibibytes }
}

export interface Loads {
  readonly publicPages: readonly PageLoad[]
  readonly library: LibraryLoad
}

/** Loads pages with an empty cache: public pages signed out, the library signed in. */
export const pageLoads = async (site: string, publicPaths: readonly string[]): Promise<Loads> => {
  const browser = await launchBrowser()
  try {
    const publicPages: PageLoad[] = []
    for (const path of publicPaths) {
      const visitor = await browser.newContext()
      publicPages.push(await load(visitor, site, path))
      await visitor.close()
    }
    const member = await browser.newContext({ storageState: await sessionOf(browser, site, 'monthlyMember') })
    return { publicPages, library: await loadLibrary(member, site) }
  } finally {
    await browser.close()
  }
}

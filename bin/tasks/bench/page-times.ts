import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { launchBrowser, sessionOf, type StorageState } from './browser.ts'
import { startSlowNetwork } from './slow-network.ts'
import { headingUsesOurFont, mobileNetwork, openSlowPage, timesOf, type Times } from './slow-page.ts'
import { staticPage } from './static-page.ts'
import type { Visit } from './visits.ts'

/** Loads of one page and of its static copy, in turn. */
export interface Comparison {
  readonly visit: Visit
  readonly ours: readonly Times[]
  readonly copies: readonly Times[]
  /** Number of loads in which the main heading had a typeface of the system. */
  readonly fallbackFontHeadings: number
}

/**
 * The folder of the copies. CloudFront serves it like the rest of the site, and the names of its files need no hash.
 */
const copiesFolder = 'assets/static-copies'

const phone: BrowserContextOptions = { viewport: { width: 412, height: 823 } }

/** Returns the page as it looks after its scripts have run, with the rules of its style sheets. */
const resultOf = async (page: Page): Promise<string> => {
  const styles = await page.evaluate(async () => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    const texts = await Promise.all(links.map(async ({ href }) => (await fetch(href)).text()))
    return texts.join('')
  })
  return staticPage(`<!doctype html>${await page.evaluate(() => document.documentElement.outerHTML)}`, styles)
}

interface Bench {
  readonly browser: Browser
  readonly site: string
  /** The same site behind a slow network. */
  readonly slowSite: string
  /** The folder from which the local cloud serves the site. */
  readonly siteFolder: string
  readonly session: (visit: Visit) => Promise<StorageState | undefined>
}

const newContext = async ({ browser, session }: Bench, visit: Visit) => {
  const storageState = await session(visit)
  return browser.newContext({ ...phone, ...(storageState && { storageState }) })
}

const contentOf = async (bench: Bench, visit: Visit): Promise<string> => {
  const context = await newContext(bench, visit)
  try {
    const page = await context.newPage()
    // Inline scripts show the cookie banner and the opening hours before the first paint. Files come later.
    if (visit.copyOf === 'first paint') await page.route('**/*.js', (route) => route.abort())
    await page.goto(bench.site + visit.path, { waitUntil: 'networkidle' })
    const visible = visit.moment?.visible
    if (visible !== undefined) await page.locator(visible).filter({ visible: true }).first().waitFor()
    await page.waitForLoadState('networkidle')
    return await resultOf(page)
  } finally {
    await context.close()
  }
}

/** Writes the static copy of a page into the site and returns its path. */
const writeCopy = async (bench: Bench, visit: Visit): Promise<string> => {
  const folder = join(bench.siteFolder, copiesFolder)
  const name = `${visit.path.replaceAll(/[^\w-]/g, '-')}.html`
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), await contentOf(bench, visit))
  return `/${copiesFolder}/${name}`
}

interface Load {
  readonly path: string
  readonly from?: string | undefined
  readonly returns?: boolean | undefined
}

const visitBefore = async (context: BrowserContext, url: string): Promise<void> => {
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.close()
}

/** Time from pressing a link to releasing it, as a rule of thumb for fingers and mice. */
const pressMs = 80

/** Presses a link at the top of the page, like a visitor. */
const follow = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: 'Next page' })
    link.style.cssText = 'position:fixed;inset:0 auto auto 0;z-index:9999'
    document.body.append(link)
  }, path)
  const arrived = page.waitForURL(`**${path}`, { waitUntil: 'load' })
  await page.getByRole('link', { name: 'Next page' }).click({ delay: pressMs })
  await arrived
}

/** Opens a page and follows its link to another one, whose times are returned. */
const loadNext = async ({ slowSite }: Bench, context: BrowserContext, from: string, path: string) => {
  // Browsers may fetch the next page in advance, to which Chromium's own slow network does not apply.
  const slow = await openSlowPage(context, {}, 'slow itself')
  await slow.page.goto(slowSite + from, { waitUntil: 'networkidle' })
  return { slow, times: await timesOf(slow, {}, (page) => follow(page, path)) }
}

const loadFirst = async ({ site }: Bench, context: BrowserContext, visit: Visit, path: string) => {
  const moment = visit.moment ?? {}
  const slow = await openSlowPage(context, moment)
  return { slow, times: await timesOf(slow, moment, (page) => page.goto(site + path, { waitUntil: 'load' })) }
}

/**
 * Loads a page in a browser with an empty cache, or with the files of the page. With a page before it, follows the link
 * on that page.
 */
const loadOnce = async (bench: Bench, visit: Visit, { path, from, returns = false }: Load) => {
  const context = await newContext(bench, visit)
  try {
    if (returns) await visitBefore(context, bench.site + path)
    const { slow, times } =
      from === undefined
        ? await loadFirst(bench, context, visit, path)
        : await loadNext(bench, context, from, path)
    return { times, headingUsesOurFont: await headingUsesOurFont(slow) }
  } finally {
    await context.close()
  }
}

/** Loads the page and its static copy in turn. Each round reverses the order. The first round is not counted. */
const compare = async (bench: Bench, visit: Visit, rounds: number): Promise<Comparison> => {
  const copy: Load = {
    path: await writeCopy(bench, visit),
    from:
      visit.from === undefined
        ? undefined
        : await writeCopy(bench, { name: visit.from, path: visit.from, copyOf: 'first paint' }),
  }
  const ours: Times[] = []
  const copies: Times[] = []
  let fallbackFontHeadings = 0
  const loadOurs = async (counts: boolean) => {
    const { times, headingUsesOurFont } = await loadOnce(bench, visit, visit)
    if (!headingUsesOurFont) fallbackFontHeadings++
    if (counts) ours.push(times)
  }
  const loadCopy = async (counts: boolean) => {
    const { times } = await loadOnce(bench, visit, copy)
    if (counts) copies.push(times)
  }
  for (let round = 0; round <= rounds; round++) {
    const loads = round % 2 === 0 ? [loadOurs, loadCopy] : [loadCopy, loadOurs]
    for (const load of loads) await load(round > 0)
  }
  return { visit, ours, copies, fallbackFontHeadings }
}

/** Compares pages with static copies of themselves, on a slow phone. */
export const comparePages = async (
  site: string,
  siteFolder: string,
  visits: readonly Visit[],
  rounds: number,
  onResult: (comparison: Comparison) => void,
): Promise<Comparison[]> => {
  const browser = await launchBrowser()
  const network = await startSlowNetwork(site, mobileNetwork)
  const sessions = new Map<string, Promise<StorageState>>()
  const session = async ({ signedInAs }: Visit) => {
    if (signedInAs === undefined) return undefined
    const known = sessions.get(signedInAs) ?? sessionOf(browser, site, signedInAs)
    sessions.set(signedInAs, known)
    return known
  }
  const bench: Bench = { browser, site, slowSite: network.site, siteFolder, session }
  try {
    const comparisons: Comparison[] = []
    for (const visit of visits) {
      console.log(`Loading ${visit.name} and its static copy ${rounds} times each`)
      const comparison = await compare(bench, visit, rounds)
      onResult(comparison)
      comparisons.push(comparison)
    }
    return comparisons
  } finally {
    await browser.close()
    network.close()
    rmSync(join(siteFolder, copiesFolder), { recursive: true, force: true })
  }
}

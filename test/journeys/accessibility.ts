import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The minified source: half as long as the source that the builder uses by default. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** A script without effect, for pages that already have the source. */
const nothing = '0'

/**
 * Prepares an analysis of a page. The builder would send its source to the page twice for each analysis, which takes
 * the browser longer than the analysis itself. A page without frames gets it once.
 */
const builderFor = async (page: Page): Promise<AxeBuilder> => {
  const hasFrames = page.frames().length > 1
  if (hasFrames) return new AxeBuilder({ page, axeSource: source })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  // The other mode opens another page, which combines the results of frames.
  return new AxeBuilder({ page, axeSource: nothing }).setLegacyMode()
}

const violationsOf = async (builder: AxeBuilder): Promise<string[]> => {
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Returns the violations of WCAG 2.2, levels A and AA, or of the named rules only. */
export const accessibilityViolations = async (page: Page, rules?: string[]): Promise<string[]> => {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const builder = (await builderFor(page)).options({ resultTypes: ['violations'] })
  return violationsOf(rules ? builder.withRules(rules) : builder.withTags(tags))
}

/** Returns the violations of all rules, which include best practices beyond WCAG. */
export const allViolations = async (page: Page): Promise<string[]> => violationsOf(await builderFor(page))

/** Rules whose result depends on the width and the colours of a page. */
export const visualRules = [
  'color-contrast',
  'target-size',
  'link-in-text-block',
  'scrollable-region-focusable',
]

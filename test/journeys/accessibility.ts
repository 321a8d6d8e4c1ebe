import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Returns the violations of WCAG 2.2, levels A and AA, or of the named rules only. */
export const accessibilityViolations = async (page: Page, rules?: string[]): Promise<string[]> => {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    // Opens another page to put together the results of frames, which few pages have.
    .setLegacyMode(page.frames().length === 1)
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(tags)).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Rules whose result depends on the width and the colours of a page. */
export const visualRules = [
  'color-contrast',
  'target-size',
  'link-in-text-block',
  'scrollable-region-focusable',
]

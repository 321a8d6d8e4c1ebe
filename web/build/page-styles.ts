import { criticalCss } from './critical-css.ts'
import { headingText } from './heading-text.ts'
import { parseStyleSheet, type StyleBlock } from './style-sheet.ts'

/** Computes what a page needs from the style sheet of the site. */
export interface PageStyles {
  /** Returns the text of a page that is shown in the heading typeface. */
  readonly headingText: (html: string) => string
  /** Returns the part of the style sheet that a page may need for its first paint. */
  readonly criticalCss: (html: string) => string
}

type Results = Map<string, string>

interface Site {
  readonly css: string
  readonly sheet: readonly StyleBlock[]
  readonly headingTexts: Results
  readonly criticalCss: Results
}

/** The site that this process built last. */
let last: Site | undefined

/** Computes each page once, unless `earlier` has its result. Results that are not requested again are dropped. */
const oncePerPage = (compute: (html: string) => string, results: Results, earlier: Results | undefined) => {
  return (html: string): string => {
    const result = results.get(html) ?? earlier?.get(html) ?? compute(html)
    results.set(html, result)
    return result
  }
}

/**
 * Parses the style sheet of the site. Keeps the results of the last build in this process: after a change of a file, most
 * pages are the same as before.
 */
export const pageStyles = (css: string): PageStyles => {
  const earlier = last?.css === css ? last : undefined
  const sheet = earlier?.sheet ?? parseStyleSheet(css)
  last = { css, sheet, headingTexts: new Map(), criticalCss: new Map() }
  return {
    headingText: oncePerPage((html) => headingText(sheet, html), last.headingTexts, earlier?.headingTexts),
    criticalCss: oncePerPage((html) => criticalCss(sheet, html), last.criticalCss, earlier?.criticalCss),
  }
}

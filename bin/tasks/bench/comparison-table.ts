import type { Comparison } from './page-times.ts'
import type { Times } from './slow-page.ts'
import { median, ratioOf, spreadText } from './statistics.ts'
import type { Figure } from './table.ts'

/** Layout shift that is too small to see. */
const maxShift = 0.005

const isTime = ({ moment }: Times): boolean => moment > 0

/**
 * Returns whether there is a largest paint. Browsers stop looking for it when the visitor types, which can be before
 * the first one.
 */
const hasLargestPaint = ({ largestPaint }: Times): boolean => largestPaint > 0

/** Formats the ratios of a page to its static copy as a row of a Markdown table. */
export const comparisonRow = ({ visit, ours, copies }: Comparison): string => {
  const ratio = (value: (times: Times) => number) => spreadText(ratioOf(ours.map(value), copies.map(value)))
  const moment =
    visit.moment !== undefined && ours.every(isTime)
      ? `${visit.moment.name}: ${ratio((times) => times.moment)}`
      : ''
  const cells = [
    visit.name,
    ratio(({ firstPaint }) => firstPaint),
    ours.every(hasLargestPaint) ? ratio(({ largestPaint }) => largestPaint) : '',
    moment,
    ratio(({ cpu }) => cpu),
    ratio(({ kibibytes }) => kibibytes),
  ]
  return `| ${cells.join(' | ')} |`
}

/** Formats the ratios of pages to their static copies as a Markdown table. */
export const comparisonTable = (comparisons: readonly Comparison[]): string =>
  [
    '| Page ÷ its static copy | First paint | Largest paint | Until | CPU | Bytes |',
    '| --- | ---: | ---: | --- | ---: | ---: |',
    ...comparisons.map(comparisonRow),
  ].join('\n')

/** Returns the requirements for every load, as figures with budgets. */
export const comparisonFigures = (comparisons: readonly Comparison[]): Figure[] =>
  comparisons.flatMap(({ visit, ours, fallbackFontHeadings }): Figure[] => [
    {
      what: `${visit.name}: largest layout shift`,
      value: Math.max(...ours.map(({ shift }) => shift)),
      budget: maxShift,
      unit: '',
    },
    // App pages may show the fallback: their headings are not known before the scripts have run.
    ...(visit.signedInAs === undefined
      ? [
          {
            what: `${visit.name}: loads with another heading typeface`,
            value: fallbackFontHeadings,
            budget: 0,
            unit: '',
          },
        ]
      : []),
  ])

const blockingOf = ({ visit, ours }: Comparison): string => {
  const blocked = ours.map((times) => times.blocked)
  return `${visit.name} ${median(blocked).toFixed(0)} ms (${Math.max(...blocked).toFixed(0)} ms)`
}

/** Returns a sentence about the time for which scripts blocked each page. */
export const blockingNote = (comparisons: readonly Comparison[]): string =>
  `Blocking by scripts after the first paint, median (longest): ${comparisons.map(blockingOf).join(', ')}.`

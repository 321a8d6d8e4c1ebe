import type { Comparison } from './page-times.ts'
import type { Times } from './slow-page.ts'
import { ratioOf, spreadText } from './statistics.ts'
import type { Figure } from './table.ts'

/** Layout shift that nobody notices. */
const maxShift = 0.005

const isTime = ({ moment }: Times): boolean => moment > 0

/** Formats the ratios of pages to their static copies as a Markdown table. */
export const comparisonTable = (comparisons: readonly Comparison[]): string => {
  const ratio = ({ ours, copies }: Comparison, value: (times: Times) => number) =>
    spreadText(ratioOf(ours.map(value), copies.map(value)))
  return [
    '| Page ÷ its static copy | First paint | Largest paint | Until | CPU | Bytes |',
    '| --- | ---: | ---: | --- | ---: | ---: |',
    ...comparisons.map((comparison) => {
      const { visit, ours } = comparison
      const moment =
        visit.moment !== undefined && ours.every(isTime)
          ? `${visit.moment.name}: ${ratio(comparison, (times) => times.moment)}`
          : ''
      return `| ${visit.name} | ${ratio(comparison, ({ firstPaint }) => firstPaint)} | ${ratio(comparison, ({ largestPaint }) => largestPaint)} | ${moment} | ${ratio(comparison, ({ cpu }) => cpu)} | ${ratio(comparison, ({ kibibytes }) => kibibytes)} |`
    }),
  ].join('\n')
}

/** Returns what must hold in every load, as figures with budgets. */
export const comparisonFigures = (comparisons: readonly Comparison[]): Figure[] =>
  comparisons.flatMap(({ visit, ours, foreignHeadings }): Figure[] => [
    {
      what: `${visit.name}: largest layout shift`,
      value: Math.max(...ours.map(({ shift }) => shift)),
      budget: maxShift,
      unit: '',
    },
    {
      what: `${visit.name}: loads with another heading typeface`,
      value: foreignHeadings,
      budget: 0,
      unit: '',
    },
  ])

/** Returns a sentence about the longest time for which scripts blocked each page. */
export const blockingNote = (comparisons: readonly Comparison[]): string =>
  `Longest blocking by scripts after the first paint: ${comparisons
    .map(
      ({ visit, ours }) => `${visit.name} ${Math.max(...ours.map(({ blocked }) => blocked)).toFixed(0)} ms`,
    )
    .join(', ')}.`

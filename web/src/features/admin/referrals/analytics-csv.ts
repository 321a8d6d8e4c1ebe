import { periodLabel } from '#shared/rules/referral-periods.ts'
import type { Report } from './use-report.ts'

/**
 * Matches a text that a spreadsheet could treat as a formula: it starts with a formula character, in ASCII or full
 * width, possibly after white space or control characters.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
// oxlint-disable-next-line no-control-regex -- the expression must match control characters
const formula = /^[\s\u0000-\u001f]*[=+\-@\t\r\n\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}]/u
// oxlint-disable-next-line no-control-regex -- the same
const startsWithControl = /^[\u0000-\u001f]/

/** Formats a text as a quoted field, with an apostrophe before anything that looks like a formula. */
export const csvField = (text: string): string => {
  const safe = formula.test(text) || startsWithControl.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

const columns = 'Period,Referrer,Usage Count,Unique Tokens'

/** Formats the rows of a report as a CSV file. */
export const analyticsCsv = ({ rows, groupBy }: Report): string =>
  [
    columns,
    ...rows.map(({ period, referrer, count, uniqueTokens }) =>
      [csvField(periodLabel(period, groupBy)), csvField(referrer), count, uniqueTokens].join(','),
    ),
    '',
  ].join('\n')

/**
 * Adds a byte order mark to a text with characters outside ASCII. Without it, Excel reads the file in the character set
 * of the computer and shows 'SiÃ¢n'. A file in ASCII reads the same everywhere and stays without one.
 */
export const withByteOrderMark = (text: string): string =>
  /[\u{80}-\u{10ffff}]/u.test(text) ? `\u{feff}${text}` : text

/** Returns the name of the CSV file, which contains the dates of the report. */
export const csvName = ({ startDate, endDate }: Report): string =>
  `referral-analytics-${startDate}-to-${endDate}.csv`

import { periodLabel } from '../../../../../shared/rules/referral-periods.ts'
import type { Report } from './use-report.ts'

/**
 * What a spreadsheet would take for a formula, in ASCII and full width, also behind white space or control
 * characters. OWASP: https://owasp.org/www-community/attacks/CSV_Injection
 */
// oxlint-disable-next-line no-control-regex -- control characters are among what has to be found
const formula = /^[\s\u0000-\u001f]*[=+\-@\t\r\n\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}]/u
// oxlint-disable-next-line no-control-regex -- the same
const opensWithControl = /^[\u0000-\u001f]/

/** A text as one field: always quoted, with an apostrophe before what must not be calculated. */
export const csvField = (text: string): string => {
  const harmless = formula.test(text) || opensWithControl.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

const columns = 'Period,Referrer,Usage Count,Unique Tokens'

/** The rows of a report as a file for spreadsheets. */
export const analyticsCsv = ({ rows, groupBy }: Report): string =>
  [
    columns,
    ...rows.map(({ period, referrer, count, uniqueTokens }) =>
      [csvField(periodLabel(period, groupBy)), csvField(referrer), count, uniqueTokens].join(','),
    ),
    '',
  ].join('\n')

/** The name of the file says which days it is about. */
export const csvName = ({ startDate, endDate }: Report): string =>
  `referral-analytics-${startDate}-to-${endDate}.csv`

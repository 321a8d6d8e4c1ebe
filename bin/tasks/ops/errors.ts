import type { Stage } from '#lib/stages.ts'
import { unconfirmedMessage } from '#platform/user-pool/unconfirmed.ts'
import { queryLogs, type Row } from './logs.ts'

/**
 * Query for failed requests in the log of the API. They include requests whose function never wrote a line, because it
 * could not start, ran out of time, or was throttled.
 */
const failedRequests =
  'filter status >= 500 | stats count() as requests, latest(requestId) as latestId by route, status, error | sort requests desc'

/** Log group of the function that rejects sign-ins with unconfirmed addresses. It can only reject them by throwing. */
const rejectingGroup = /-pre-token-generation$/

/**
 * Returns whether a row counts the platform's reports of rejected sign-ins. Other errors of the function also have a
 * line of their own.
 */
const isRejection = (row: Row): boolean =>
  rejectingGroup.test(row['@log'] ?? '') && row['record.status'] === 'error'

/** Errors that functions log, and the platform's reports of failed starts and timeouts, without rejected sign-ins. */
const functionErrors = `filter level in ["error", "ERROR", "FATAL"] or record.status in ["error", "failure", "timeout"] | filter @message not like "${unconfirmedMessage}" | stats count() as lines, latest(@message) as latestLine by @log, message, error, type, record.status | sort lines desc`

const maxLineLength = 400
const limit = 50

const numberOf = (row: Row, field: string): number => Number(row[field] ?? 0)

const byNumber =
  (field: string) =>
  (a: Row, b: Row): number =>
    numberOf(b, field) - numberOf(a, field)

const requestLine = ({ requests, route, status, error, latestId }: Row): string =>
  [`${requests} ×`, status, route, error === '-' ? undefined : error, `(latest: ${latestId})`]
    .filter(Boolean)
    .join(' ')

const functionLine = (row: Row): string => {
  const group = row['@log']?.replace(/^.*\/aws\/lambda\//, '')
  return `${row['lines']} × ${group}: ${row['latestLine']?.slice(0, maxLineLength)}`
}

/** Returns what failed in the last hours, most frequent first: requests by route, and errors of functions. */
export const errors = async (stage: Stage, hours: number, now = new Date()): Promise<string> => {
  const since = { stage, limit, hours, now }
  const [requests, lines] = await Promise.all([
    queryLogs({ ...since, prefix: `/advice/${stage.name}/api`, text: failedRequests }),
    queryLogs({ ...since, prefix: `/aws/lambda/advice-${stage.name}-`, text: functionErrors }),
  ])
  if (requests === undefined || lines === undefined)
    throw new Error(`There are no logs of ${stage.name} in ${stage.region}.`)
  const section = (title: string, found: readonly string[], isCut: boolean) => {
    const more = isCut ? [`There may be more: only the ${limit} most frequent kinds are read.`] : []
    return [title, ...(found.length > 0 ? found : ['none']), ...more].join('\n')
  }
  return [
    section(
      'Requests that failed with a 5xx status:',
      requests.rows.toSorted(byNumber('requests')).map(requestLine),
      requests.isCut,
    ),
    section(
      'Errors in the logs of functions:',
      lines.rows
        .filter((row) => !isRejection(row))
        .toSorted(byNumber('lines'))
        .map(functionLine),
      lines.isCut,
    ),
  ].join('\n\n')
}

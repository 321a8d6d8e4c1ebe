import { setTimeout as sleep } from 'node:timers/promises'
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  paginateDescribeLogGroups,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs'
import type { Stage } from '#lib/stages.ts'
import { reportWhile } from '../command-line/progress.ts'

/** Largest number of log groups in one query. */
const groupsPerQuery = 50
const pollMs = 1000

/** A line of a result: its fields by name. */
export type Row = Readonly<Record<string, string | undefined>>

export interface LogQuery {
  readonly stage: Stage
  /** Beginning of the names of the log groups. */
  readonly prefix: string
  /** In the language of CloudWatch Logs Insights, without the limit. */
  readonly text: string
  /** Largest number of lines of up to 50 log groups. */
  readonly limit: number
  /** Length of the period before `now`. */
  readonly hours: number
  readonly now: Date
}

export interface Found {
  readonly rows: readonly Row[]
  /** True if there may be more lines than the limit allowed. */
  readonly isCut: boolean
}

const groupNames = async (client: CloudWatchLogsClient, prefix: string): Promise<string[]> => {
  const names: string[] = []
  for await (const { logGroups } of paginateDescribeLogGroups({ client }, { logGroupNamePrefix: prefix }))
    for (const { logGroupName } of logGroups ?? []) if (logGroupName) names.push(logGroupName)
  return names
}

const runQuery = async (
  client: CloudWatchLogsClient,
  logGroupNames: string[],
  { text, limit, hours, now }: LogQuery,
): Promise<Row[]> => {
  const endTime = Math.ceil(now.getTime() / 1000)
  const startTime = Math.floor(endTime - hours * 3600)
  const queryString = `${text} | limit ${limit}`
  const { queryId } = await client.send(
    new StartQueryCommand({ logGroupNames, startTime, endTime, queryString }),
  )
  for (;;) {
    const { status, results } = await client.send(new GetQueryResultsCommand({ queryId }))
    if (status === 'Complete')
      return (results ?? []).map((fields) =>
        Object.fromEntries(fields.map(({ field = '', value }) => [field, value?.trim()])),
      )
    if (status !== 'Scheduled' && status !== 'Running')
      throw new Error(`The query of the logs ended as ${status}.`)
    await sleep(pollMs)
  }
}

/**
 * Queries all log groups whose names begin with a text, 50 at a time: CloudWatch accepts no more in one query. Returns
 * undefined if there are none.
 */
export const queryLogs = async (query: LogQuery): Promise<Found | undefined> => {
  const client = new CloudWatchLogsClient({ region: query.stage.region })
  const names = await groupNames(client, query.prefix)
  if (names.length === 0) return undefined
  // About 100 groups make a few queries. CloudWatch runs up to 30 at the same time.
  const batches = Array.from({ length: Math.ceil(names.length / groupsPerQuery) }, (_, at) =>
    names.slice(at * groupsPerQuery, (at + 1) * groupsPerQuery),
  )
  const found = await reportWhile(`Searching the logs ${query.prefix}*`, () =>
    Promise.all(batches.map((batch) => runQuery(client, batch, query))),
  )
  return { rows: found.flat(), isCut: found.some((rows) => rows.length >= query.limit) }
}

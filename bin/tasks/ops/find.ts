import { setTimeout as sleep } from 'node:timers/promises'
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  paginateDescribeLogGroups,
  StartQueryCommand,
  type ResultField,
} from '@aws-sdk/client-cloudwatch-logs'
import type { Stage } from '#lib/stages.ts'

/** Largest number of log groups in one query. */
const groupsPerQuery = 50
const pollMs = 1000

const groupNames = async (client: CloudWatchLogsClient, prefix: string): Promise<string[]> => {
  const names: string[] = []
  for await (const { logGroups } of paginateDescribeLogGroups({ client }, { logGroupNamePrefix: prefix }))
    for (const { logGroupName } of logGroups ?? []) if (logGroupName) names.push(logGroupName)
  return names
}

const valueOf = (fields: readonly ResultField[], name: string): string =>
  fields.find(({ field }) => field === name)?.value ?? ''

const query = async (
  client: CloudWatchLogsClient,
  names: readonly string[],
  id: string,
  hours: number,
  now: Date,
): Promise<string[]> => {
  const endTime = Math.ceil(now.getTime() / 1000)
  const { queryId } = await client.send(
    new StartQueryCommand({
      logGroupNames: [...names],
      startTime: endTime - hours * 3600,
      endTime,
      queryString: `fields @timestamp, @log, @message | filter @message like "${id}" | sort @timestamp asc | limit 200`,
    }),
  )
  for (;;) {
    const { status, results } = await client.send(new GetQueryResultsCommand({ queryId }))
    if (status === 'Complete')
      return (results ?? []).map((fields) =>
        ['@timestamp', '@log', '@message'].map((name) => valueOf(fields, name).trim()).join('  '),
      )
    if (status !== 'Scheduled' && status !== 'Running')
      throw new Error(`The query of the logs ended as ${status}.`)
    await sleep(pollMs)
  }
}

/** Returns every log line of the last hours that contains a request id, oldest first. */
export const find = async (stage: Stage, id: string, hours: number, now = new Date()): Promise<string> => {
  if (!/^[\w=-]{8,64}$/.test(id)) throw new Error(`"${id}" is not a request id: see the header x-request-id.`)
  const client = new CloudWatchLogsClient({ region: stage.region })
  const prefixes = [`/aws/lambda/advice-${stage.name}-`, `/advice/${stage.name}/`]
  const names = (await Promise.all(prefixes.map((prefix) => groupNames(client, prefix)))).flat()
  if (names.length === 0) throw new Error(`There are no logs of ${stage.name} in ${stage.region}.`)
  // About 100 groups make a few queries. CloudWatch runs up to 30 at the same time.
  const batches = Array.from({ length: Math.ceil(names.length / groupsPerQuery) }, (_, at) =>
    names.slice(at * groupsPerQuery, (at + 1) * groupsPerQuery),
  )
  const found = await Promise.all(batches.map((batch) => query(client, batch, id, hours, now)))
  const lines = found.flat()
  return lines.length > 0
    ? lines.toSorted().join('\n')
    : `No log line of the last ${hours} hours contains ${id}. Lines appear within a minute.`
}

import type { Stage } from '#lib/stages.ts'
import { queryLogs } from './logs.ts'

/** Returns every log line of the last hours that contains a request id, oldest first. */
export const find = async (stage: Stage, id: string, hours: number, now = new Date()): Promise<string> => {
  if (!/^[\w=-]{8,64}$/.test(id)) throw new Error(`"${id}" is not a request id: see the header x-request-id.`)
  const text = `fields @timestamp, @log, @message | filter @message like "${id}" | sort @timestamp asc | limit 200`
  const prefixes = [`/aws/lambda/advice-${stage.name}-`, `/advice/${stage.name}/`]
  const found = await Promise.all(prefixes.map((prefix) => queryLogs({ stage, prefix, text, hours, now })))
  if (found.every((rows) => rows === undefined))
    throw new Error(`There are no logs of ${stage.name} in ${stage.region}.`)
  const lines = found
    .flatMap((rows) => rows ?? [])
    .map((row) => ['@timestamp', '@log', '@message'].map((name) => row[name] ?? '').join('  '))
  return lines.length > 0
    ? lines.toSorted().join('\n')
    : `No log line of the last ${hours} hours contains ${id}. Lines appear within a minute.`
}

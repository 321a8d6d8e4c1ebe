import type { Stage } from '#lib/stages.ts'
import { queryLogs } from './logs.ts'

const limit = 200

/** Returns the log lines of the last hours that contain a request id, oldest first. Says if there may be more. */
export const find = async (stage: Stage, id: string, hours: number, now = new Date()): Promise<string> => {
  if (!/^[\w=-]{8,64}$/.test(id)) throw new Error(`"${id}" is not a request id: see the header x-request-id.`)
  const text = `fields @timestamp, @log, @message | filter @message like "${id}" | sort @timestamp asc`
  const prefixes = [`/aws/lambda/advice-${stage.name}-`, `/advice/${stage.name}/`]
  const all = await Promise.all(
    prefixes.map((prefix) => queryLogs({ stage, prefix, text, limit, hours, now })),
  )
  const found = all.filter((one) => one !== undefined)
  if (found.length === 0) throw new Error(`There are no logs of ${stage.name} in ${stage.region}.`)
  const lines = found
    .flatMap(({ rows }) => rows)
    .map((row) => ['@timestamp', '@log', '@message'].map((name) => row[name] ?? '').join('  '))
  const more = found.some(({ isCut }) => isCut)
    ? [`There may be more: only the first ${limit} lines of each query are read.`]
    : []
  return lines.length > 0
    ? [...lines.toSorted(), ...more].join('\n')
    : `No log line of the last ${hours} hours contains ${id}. Lines appear within a minute.`
}

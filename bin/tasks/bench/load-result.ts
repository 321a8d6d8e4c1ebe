import { isUserSubscribed } from '#shared/contract/subscriptions.ts'
import { median, quantile } from './statistics.ts'

/** The operation that every other is compared with. It only reads the caller's access from the table. */
export const reference = isUserSubscribed

export interface LoadResult {
  readonly seconds: number
  /** Milliseconds of each request, by operation. */
  readonly times: Map<string, number[]>
  readonly errors: string[]
  /** Memory of the local cloud, in regular intervals. */
  readonly megabytes: number[]
}

/** Highest permitted ratio of the memory in the last quarter of the run to the memory in the first. */
const maxGrowth = 1.2

/**
 * Returns how much the memory has grown: its median in the last quarter of the run, divided by its median in the first.
 */
export const growthOf = ({ megabytes }: Pick<LoadResult, 'megabytes'>): number => {
  const quarter = Math.max(1, Math.floor(megabytes.length / 4))
  return median(megabytes.slice(-quarter)) / median(megabytes.slice(0, quarter))
}

/** Returns whether no request failed and the memory stayed flat. */
export const isHealthy = (result: LoadResult): boolean =>
  result.errors.length === 0 && result.times.size > 0 && growthOf(result) <= maxGrowth

const milliseconds = (value: number) => value.toFixed(1)

/** Formats throughput, times and memory as Markdown. */
export const loadReport = (result: LoadResult): string => {
  const { times, seconds, errors, megabytes } = result
  const referenceTimes = times.get(reference.name) ?? []
  const requests = [...times.values()].reduce((sum, one) => sum + one.length, 0)
  const rows = [...times].map(([name, all]) => {
    const ratios = [0.5, 0.95].map((share) =>
      (quantile(all, share) / quantile(referenceTimes, share)).toFixed(2),
    )
    const shown = [0.5, 0.95, 0.99].map((share) => milliseconds(quantile(all, share)))
    return `| ${[name, String(all.length), ...shown, ...ratios].join(' | ')} |`
  })
  return [
    `${requests} requests in ${seconds} s: ${(requests / seconds).toFixed(1)} a second. ${errors.length} errors. Memory ${Math.round(megabytes[0] ?? 0)} MB at the start and ${Math.round(megabytes.at(-1) ?? 0)} MB at the end.`,
    '',
    `| operation | requests | p50 ms | p95 ms | p99 ms | p50 ÷ ${reference.name} | p95 ÷ ${reference.name} |`,
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    ...errors.slice(0, 5).map((error) => `\n${error}`),
  ].join('\n')
}

import {
  GetSendQuotaCommand,
  GetSendStatisticsCommand,
  SESClient,
  type SendDataPoint,
} from '@aws-sdk/client-ses'
import type { Stage } from '#lib/stages.ts'

const hourMs = 3_600_000
/** SES returns this for an account without a limit. */
const unlimited = -1

/** Longer periods are counted by day. */
const maxHoursByHour = 48

/** The columns of the table: heading and field. */
const columns = [
  ['sent', 'DeliveryAttempts'],
  ['bounced', 'Bounces'],
  ['reported', 'Complaints'],
  ['rejected', 'Rejects'],
] as const

const sum = (points: readonly SendDataPoint[], field: (typeof columns)[number][1]): number =>
  points.reduce((total, point) => total + (point[field] ?? 0), 0)

const line = (first: string, cells: readonly (string | number)[]): string =>
  [first.padEnd(16), ...cells.map((cell) => String(cell).padStart(9))].join('')

const countsLine = (first: string, points: readonly SendDataPoint[]): string =>
  line(
    first,
    columns.map(([, field]) => sum(points, field)),
  )

const percentage = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(2))} %`

/** Returns the hour or the day (UTC) of a data point, for display. */
const periodOf = ({ Timestamp }: SendDataPoint, isByHour: boolean): string => {
  const time = Timestamp?.toISOString() ?? ''
  return isByHour ? `${time.slice(0, 10)} ${time.slice(11, 13)}:00` : time.slice(0, 10)
}

/**
 * Returns how many emails SES sent, how many bounced, were reported as spam or were rejected, by hour or by
 * day, and how much of the sending limit is used. SES counts all emails of the AWS account in the stage's region, and
 * keeps the counts for two weeks. Only version 1 of its API returns them.
 *
 * @see https://docs.aws.amazon.com/ses/latest/APIReference/API_GetSendStatistics.html
 */
export const emails = async ({ region }: Stage, hours: number, now = new Date()): Promise<string> => {
  const client = new SESClient({ region })
  const [{ SendDataPoints = [] }, quota] = await Promise.all([
    client.send(new GetSendStatisticsCommand({})),
    client.send(new GetSendQuotaCommand({})),
  ])
  const max = quota.Max24HourSend ?? 0
  const since = now.getTime() - hours * hourMs
  const isByHour = hours <= maxHoursByHour
  const points = SendDataPoints.filter(
    ({ Timestamp }) => Timestamp !== undefined && Timestamp.getTime() >= since,
  )
  const periods = [...new Set(points.map((point) => periodOf(point, isByHour)))].toSorted()
  const rows = periods.map((period) =>
    countsLine(
      period,
      points.filter((point) => periodOf(point, isByHour) === period),
    ),
  )
  const sent = sum(points, 'DeliveryAttempts')
  return [
    `Emails of the whole AWS account in ${region} in the last ${hours} hours:`,
    '',
    line(
      isByHour ? 'hour (UTC)' : 'day (UTC)',
      columns.map(([heading]) => heading),
    ),
    ...rows,
    countsLine('total', points),
    '',
    `Bounced: ${percentage(sum(points, 'Bounces'), sent)}, reported as spam: ${percentage(sum(points, 'Complaints'), sent)}.`,
    `Sent in the last 24 hours: ${quota.SentLast24Hours ?? 0} ${max === unlimited ? '(no limit)' : `of ${max}`}.`,
  ].join('\n')
}

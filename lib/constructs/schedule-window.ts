import { Duration } from 'aws-cdk-lib'

/** The time in which a function must run at least once, as an alarm expresses it. */
export interface Window {
  readonly period: Duration
  readonly periods: number
}

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const hoursOfDay = 24
const hoursOfWeek = 7 * hoursOfDay
/** Time for a late start and for the alarm's own delay. */
const marginHours = 2

/** Returns the values of a field: a number, a list, or a range of weekdays. */
const daysOf = (field: string): number[] => {
  if (field === '*' || field === '?') return [...weekdays.keys()]
  const [first = '', last = first] = field.split('-')
  if (field.includes(',')) return field.split(',').flatMap(daysOf)
  const [from, to] = [weekdays.indexOf(first), weekdays.indexOf(last)]
  if (from < 0 || to < from) throw new Error(`The days "${field}" of a schedule are not supported.`)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Returns the longest time between two runs of a week, in hours. */
const longestGapHours = (hours: readonly number[], days: readonly number[]): number => {
  const runs = days.flatMap((day) => hours.map((hour) => day * hoursOfDay + hour)).toSorted((a, b) => a - b)
  const gaps = runs.map((run, index) => (runs[index + 1] ?? (runs[0] ?? 0) + hoursOfWeek) - run)
  return Math.max(...gaps)
}

/**
 * Returns the window of the alarm on missing runs: six intervals of a rate in minutes, three of a rate in hours, or two
 * hours more than the longest gap of a cron expression. An alarm looks back at most seven days.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/AlarmThatSendsEmail.html
 * @throws Error if no alarm can watch the schedule
 */
export const windowOf = (expression: string): Window => {
  const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour)s?\)$/.exec(expression) ?? []
  if (unit === 'minute') return { period: Duration.minutes(Number(count)), periods: 6 }
  if (unit === 'hour') return { period: Duration.hours(Number(count)), periods: 3 }
  const [, hours = '', days = ''] = /^cron\(\d+ ([\d,]+) (?:\*|\?) \* (\S+) \*\)$/.exec(expression) ?? []
  if (hours === '') throw new Error(`The schedule "${expression}" is not supported.`)
  const periods = longestGapHours(hours.split(',').map(Number), daysOf(days)) + marginHours
  if (periods > hoursOfWeek)
    throw new Error(`No alarm can watch "${expression}", because an alarm looks back at most seven days.`)
  return { period: Duration.hours(1), periods }
}

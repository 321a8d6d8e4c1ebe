import { areClosedDatesExpiring } from '#shared/rules/opening-hours.ts'
import { closedDatesLastYear } from '#shared/values/closed-dates.ts'
import { log } from '#platform/log.ts'
import { scheduled } from '#platform/scheduled.ts'
import { countMetrics } from '#platform/metric.ts'

/**
 * Counts the metric `ClosedDatesExpiring` when the list of bank holidays ends within half a year. An alarm
 * watches it: after the last listed year, the chat would appear open on bank holidays.
 */
export const handle = (now: Date): { isExpiring: boolean } => {
  const isExpiring = areClosedDatesExpiring(now)
  log.info('closed dates checked', { lastYear: closedDatesLastYear, isExpiring })
  countMetrics({ ClosedDatesExpiring: isExpiring ? 1 : 0 })
  return { isExpiring }
}

export const handler = scheduled(async (now) => handle(now))

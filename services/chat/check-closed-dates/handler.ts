import { closedDatesRunOut } from '../../../shared/rules/opening-hours.ts'
import { closedDatesLastYear } from '../../../shared/values/closed-dates.ts'
import { log } from '../../platform/log.ts'
import { countMetrics } from '../../platform/metric.ts'

/**
 * Runs once a week. Bank holidays are known up to a year that is written down; without the next one, the chat
 * would seem open on days when nobody is there. The count rings half a year before.
 */
export const handler = async (): Promise<{ runOut: boolean }> => {
  const runOut = closedDatesRunOut(new Date())
  log.info('closed dates checked', { known_to: closedDatesLastYear, run_out: runOut })
  countMetrics({ ClosedDatesRunOut: runOut ? 1 : 0 })
  return { runOut }
}

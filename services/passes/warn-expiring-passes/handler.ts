import { endOf, isUsable, minutesOf } from '#shared/rules/pass.ts'
import { timeLimit } from '#platform/clock.ts'
import { env } from '#platform/env.ts'
import { errorFields, log } from '#platform/log.ts'
import { inLondon } from '#platform/london.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Table } from '#platform/table/table.ts'
import { guestKeys } from '../guest-keys.ts'
import { passLink, type PassLinkDependencies } from '../pass-link.ts'
import { type PassRepository, passRepository, type StoredPass } from '../pass.repository.ts'
import { type WarningRepository, warningRepository } from './warning.repository.ts'

interface Dependencies extends PassLinkDependencies {
  readonly passes: Pick<PassRepository, 'listDue'>
  readonly warnings: WarningRepository
}

/** Days before the end of an unused pass at which its holder is warned, most first. */
const warningDays = [7, 1] as const

/** Time after which a run warns about no further pass, in milliseconds. Lambda ends it after 5 minutes. */
const maxRunMs = 4 * 60_000

/** Returns the same time on London's clocks some days later: a day of a clock change has 23 or 25 hours. */
const daysFrom = (now: Date, days: number): Date => inLondon(now).plus({ days }).toJSDate()

/** Returns the latest warning that is due, or `undefined` if the pass is used, over or ends later. */
const dueWarning = ({ pass }: StoredPass, now: Date): number | undefined => {
  if (pass.startedAt !== undefined || !isUsable(pass, now)) return undefined
  return warningDays.findLast((days) => endOf(pass) <= daysFrom(now, days))
}

/** Queues the warning that is due, once. Returns whether it was queued now. */
const warn = async (stored: StoredPass, deps: Dependencies, now: Date): Promise<boolean> => {
  const days = dueWarning(stored, now)
  if (days === undefined || stored.email === null) return false
  const content = {
    template: 'pass-expiring',
    minutes: minutesOf(stored.pass),
    expires_at: endOf(stored.pass).toISOString(),
    guest: stored.holder.userId === undefined,
    link: await passLink(stored, deps),
  } as const
  return deps.warnings.queue(stored, { to: stored.email, days, content, now })
}

/**
 * Warns the holders of unused passes 7 days and 1 day before they expire, the earliest first. Scheduled every hour.
 *
 * @throws Error if a holder could not be warned, or no time was left for some: Lambda repeats the run, and the
 * function's error alarm reports it
 */
export const handle = async (deps: Dependencies, now: Date): Promise<{ warned: number }> => {
  const isTimeUp = timeLimit(maxRunMs)
  let [warned, failed, left] = [0, 0, 0]
  const [longest] = warningDays
  const dueBefore = new Date(daysFrom(now, longest).getTime() + 1)
  for (const stored of await deps.passes.listDue(dueBefore)) {
    if (isTimeUp()) {
      left += 1
      continue
    }
    try {
      if (await warn(stored, deps, now)) warned += 1
    } catch (error) {
      // The next run retries this pass. The others are warned now.
      failed += 1
      log.error('pass holder not warned', { pass: stored.firstSessionId, ...errorFields(error) })
    }
  }
  log.info('pass holders warned', { warned, failed, left })
  if (failed > 0) throw new Error(`${failed} pass holders could not be warned`)
  if (left > 0) throw new Error(`No time was left to check ${left} passes`)
  return { warned }
}

const table = new Table()
const deps: Dependencies = {
  passes: passRepository(table),
  warnings: warningRepository(table),
  guestKeys,
  siteUrl: env('SITE_URL'),
}
export const handler = scheduled((now) => handle(deps, now))

import { endOf, isUsable } from '#shared/rules/pass.ts'
import { timeLimit } from '#platform/clock.ts'
import { env } from '#platform/env.ts'
import { errorFields, log } from '#platform/log.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Table } from '#platform/table/table.ts'
import { passOverEmail } from '../pass-over-email.ts'
import { type PassRepository, passRepository, type StoredPass } from '../pass.repository.ts'

interface Dependencies {
  readonly passes: PassRepository
  readonly siteUrl: string
}

/** Number of passes that one run closes at most. The next run continues. */
const batchSize = 200

/** Time after which a run closes no further pass, in milliseconds. Lambda ends it after 60 seconds. */
const maxRunMs = 40_000

/**
 * Closes a pass whose time is up, and emails its holder once. Access ends on time even if this runs late. A pass that
 * cannot be closed is moved to the end of the list.
 */
const closePass = async (
  stored: StoredPass,
  { passes, siteUrl }: Dependencies,
  now: Date,
): Promise<boolean> => {
  const { pass } = stored
  if (isUsable(pass, now) || pass.endedAt !== undefined) return false
  const closed = { ...stored, pass: { ...pass, endedAt: endOf(pass).toISOString() } }
  try {
    return (await passes.write({ stored: closed, now, email: passOverEmail(pass, siteUrl) })) === 'written'
  } catch (error) {
    await passes.recordAttempt(stored, now)
    throw error
  }
}

/**
 * Closes the passes whose time is up. Scheduled every five minutes.
 *
 * @throws Error if a pass could not be closed, so that the function's error alarm reports it
 */
export const handle = async (deps: Dependencies, now: Date): Promise<{ closed: number }> => {
  const isTimeUp = timeLimit(maxRunMs)
  let [closed, failed] = [0, 0]
  for (const stored of await deps.passes.listDue(now, batchSize)) {
    if (isTimeUp()) break
    try {
      if (await closePass(stored, deps, now)) closed += 1
    } catch (error) {
      // A later run retries this pass. The others are closed now.
      failed += 1
      log.error('pass not closed', { pass: stored.firstSessionId, ...errorFields(error) })
    }
  }
  log.info('passes closed', { closed, failed })
  if (failed > 0) throw new Error(`${failed} passes could not be closed`)
  return { closed }
}

const deps: Dependencies = { passes: passRepository(new Table()), siteUrl: env('SITE_URL') }
export const handler = scheduled((now) => handle(deps, now))

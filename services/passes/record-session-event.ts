import type { SessionEventFields } from '#shared/contract/passes.ts'
import { applySessionEvent, type ReportedEvent } from '#shared/rules/pass.ts'
import { type ApiError, apiError } from '#platform/api-error.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import { passOverEmail } from './pass-over-email.ts'
import type { PassRepository, StoredPass } from './pass.repository.ts'

export interface SessionEventDependencies {
  readonly passes: PassRepository
  readonly siteUrl: string
}

/** Converts the fields of the call to an event. `give_up` counts only with `ended`. */
export const reportedEventOf = ({ event, give_up }: SessionEventFields): ReportedEvent =>
  event === 'ended' && give_up === true ? 'given_up' : event

interface Report {
  readonly event: ReportedEvent
  readonly now: Date
  /** Reads the pass. Called again at each attempt. Returns `undefined` when there is none. */
  readonly find: () => Promise<StoredPass | undefined>
}

/**
 * Records a session event that the browser reports, at the server's time. The first `started` counts: nothing
 * restarts a pass or moves its time. The holder gets an email only after giving the pass up.
 */
export const recordSessionEvent = (
  { event, now, find }: Report,
  { passes, siteUrl }: SessionEventDependencies,
): Promise<Record<string, never> | ApiError<'not_found' | 'session_over'>> =>
  retryOnConflict('the pass', async () => {
    const stored = await find()
    if (stored === undefined) return apiError('not_found')
    const pass = applySessionEvent(stored.pass, event, now)
    if (pass === 'over') return apiError('session_over')
    if (pass === stored.pass) return {}
    const email = pass.endedAt === undefined ? undefined : passOverEmail(pass, siteUrl)
    return (await passes.write({ stored: { ...stored, pass }, now, email })) === 'written' ? {} : 'stale'
  })

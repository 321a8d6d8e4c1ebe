import type { SessionEvent } from '../../shared/contract/passes.ts'
import { minutesOf, reported } from '../../shared/rules/pass.ts'
import { type Refusal, refused } from '../platform/refusal.ts'
import type { HeldPass, PassRepository } from './pass.repository.ts'

export interface ReportNeeds {
  readonly passes: PassRepository
  readonly siteUrl: string
}

interface Report {
  readonly event: SessionEvent
  readonly now: Date
  /** Reads the pass anew at each try; `undefined` when there is none. */
  readonly find: () => Promise<HeldPass | undefined>
}

/** Each conflict means that another report or payment got through, so a handful is plenty. */
const maxTries = 8

/**
 * Notes what the chat reports of a pass, by our own clock. The first start wins; nothing restarts a pass or
 * moves its time.
 */
export const reportEvent = async (
  { event, now, find }: Report,
  { passes, siteUrl }: ReportNeeds,
): Promise<Record<string, never> | Refusal<'not_found' | 'session_over'>> => {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const held = await find()
    if (held === undefined) return refused('not_found')
    const pass = reported(held.pass, event, now)
    if (pass === 'over') return refused('session_over')
    if (pass === held.pass) return {}
    const over = {
      template: 'pass-over',
      used: true,
      minutes: minutesOf(pass),
      link: `${siteUrl}/livechat`,
    } as const
    const mail = pass.endedAt === undefined ? undefined : over
    if ((await passes.write({ held: { ...held, pass }, now, mail })) === 'written') return {}
  }
  throw new Error('A pass kept changing while a report on it was being noted')
}

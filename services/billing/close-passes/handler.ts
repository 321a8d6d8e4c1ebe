import { endOf, isUsable, minutesOf } from '../../../shared/rules/pass.ts'
import { env } from '../../platform/env.ts'
import { faultFields, log } from '../../platform/log.ts'
import { Table } from '../../platform/table/table.ts'
import { type HeldPass, passRepository } from '../pass.repository.ts'

/** How many passes one run closes; the next run takes the rest. */
const batch = 200

const passes = passRepository(new Table())
const siteUrl = env('SITE_URL')

/** Access ends by the clock and needs nobody; this tells the holder, once. One that goes on is left alone. */
const close = async (held: HeldPass, now: Date): Promise<boolean> => {
  const { pass } = held
  if (pass.endedAt !== undefined || isUsable(pass, now)) return false
  const over = { ...held, pass: { ...pass, endedAt: endOf(pass).toISOString() } }
  const mail = {
    template: 'pass-over',
    used: pass.startedAt !== undefined,
    minutes: minutesOf(pass),
    link: `${siteUrl}/livechat`,
  } as const
  return (await passes.write({ held: over, now, mail })) === 'written'
}

/** Runs every few minutes. */
export const handler = async (): Promise<{ closed: number }> => {
  const now = new Date()
  let closed = 0
  for (const held of await passes.due(now, batch)) {
    try {
      if (await close(held, now)) closed += 1
    } catch (fault) {
      // The next run comes back to it, and the others must not wait.
      log.error('pass not closed', { pass: held.root, ...faultFields(fault) })
    }
  }
  log.info('passes closed', { closed })
  return { closed }
}

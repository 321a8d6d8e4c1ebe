import * as z from 'zod'
import { control } from './control.ts'

const time = z.object({ now: z.string() })

const set = (iso: string) => control('PUT', 'clock', time, { now: iso })
const restore = () => control('DELETE', 'clock', z.unknown())

const at = async <T>(iso: string, act: () => Promise<T>): Promise<T> => {
  await set(iso)
  try {
    return await act()
  } finally {
    await restore()
  }
}

const now = async () => new Date((await control('GET', 'clock', time)).now)
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** The longest time that a test of an hourly rate limit takes on a busy machine, in milliseconds. */
const longestMs = 5 * minuteMs

/** The clock of functions, tokens and Stripe. It keeps running from the time it is set to. */
export const clock = {
  now,
  set,
  restore,
  /** Runs `act` at another time, then restores the real time. */
  at,
  /** Runs `act` at the start of the next minute, so that one minute of a rate limit covers all of it. */
  atNextMinute: async <T>(act: () => Promise<T>): Promise<T> => {
    const next = new Date((Math.floor((await now()).getTime() / minuteMs) + 1) * minuteMs)
    return at(next.toISOString(), act)
  },
  /** Runs `act` within one hour of a rate limit: at the start of the next hour if this one is about to end. */
  withinAnHour: async <T>(act: () => Promise<T>): Promise<T> => {
    const start = await now()
    const next = new Date((Math.floor(start.getTime() / hourMs) + 1) * hourMs)
    return next.getTime() - start.getTime() > longestMs ? act() : at(next.toISOString(), act)
  },
} as const

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

/** The one clock of functions, tokens and Stripe. It goes on ticking from where it is put. */
export const clock = {
  now,
  set,
  restore,
  /** Does something at another time, and brings real time back whatever happens. */
  at,
  /** Does something at the beginning of the next minute: limits count by the minute, and it must not end midway. */
  atNextMinute: async <T>(act: () => Promise<T>): Promise<T> => {
    const next = new Date((Math.floor((await now()).getTime() / minuteMs) + 1) * minuteMs)
    return at(next.toISOString(), act)
  },
} as const

import * as z from 'zod'
import { control } from './control.ts'

const time = z.object({ now: z.string() })

const set = (iso: string) => control('PUT', 'clock', time, { now: iso })
const restore = () => control('DELETE', 'clock', z.unknown())

/** The one clock of functions, tokens and Stripe. It goes on ticking from where it is put. */
export const clock = {
  now: async () => new Date((await control('GET', 'clock', time)).now),
  set,
  restore,
  /** Does something at another time, and brings real time back whatever happens. */
  at: async <T>(iso: string, act: () => Promise<T>): Promise<T> => {
    await set(iso)
    try {
      return await act()
    } finally {
      await restore()
    }
  },
} as const

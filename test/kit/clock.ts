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

/** The clock of functions, tokens and Stripe. It keeps running from the time it is set to. */
export const clock = {
  now,
  set,
  restore,
  /** Runs `act` at another time, then restores the real time. */
  at,
} as const

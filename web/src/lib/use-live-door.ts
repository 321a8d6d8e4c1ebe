import { useEffect } from 'react'
import { showDoor } from './live-door.ts'
import { onServerTime, serverNow } from './server-time.ts'

/** Longest time between checks, in milliseconds. A laptop may have slept through a change. */
const maxIntervalMs = 60_000

/** Keeps the doors and their texts up to date with the server's clock, on every page that the app shows. */
export const useLiveDoor = (): void => {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(timer)
      const { until } = showDoor(serverNow())
      timer = setTimeout(update, Math.min(until.getTime() - serverNow().getTime(), maxIntervalMs))
    }
    update()
    const stop = onServerTime(update)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      stop()
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
}

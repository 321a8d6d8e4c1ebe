import { useEffect, useState } from 'react'
import { openingStatus } from '#shared/rules/opening-hours.ts'
import type { OpeningStatus } from '#shared/rules/opening-hours.ts'
import { onServerTime, serverNow, serverTimeKnown } from '#web/lib/server-time.ts'

/** Longest time between checks, in milliseconds. A laptop may have slept through a change. */
const maxIntervalMs = 60_000

/**
 * Returns whether the chat is open, with a text for display. Uses the server's clock and London time, and
 * updates at opening and closing time. Undefined until the server's time is known.
 */
export const useOpeningStatus = (): OpeningStatus | undefined => {
  const [status, setStatus] = useState<OpeningStatus>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isMounted = true
    const update = () => {
      if (!isMounted) return
      clearTimeout(timer)
      const now = serverNow()
      const next = openingStatus(now)
      setStatus((before) =>
        before?.words === next.words && before.until.getTime() === next.until.getTime() ? before : next,
      )
      timer = setTimeout(update, Math.min(next.until.getTime() - now.getTime(), maxIntervalMs))
    }
    void serverTimeKnown().then(update)
    const stop = onServerTime(update)
    document.addEventListener('visibilitychange', update)
    return () => {
      isMounted = false
      clearTimeout(timer)
      stop()
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return status
}

import { useEffect, useState } from 'react'
import { openingStatus } from '../../../../shared/rules/opening-hours.ts'
import type { OpeningStatus } from '../../../../shared/rules/opening-hours.ts'
import { onServerTime, serverNow, serverTimeKnown } from '../../lib/server-time.ts'

/** A laptop that wakes up may have slept through a change: it looks again at least this often, in milliseconds. */
const lookEveryMs = 60_000

/**
 * Whether the chat is open, by the server's clock and London's, and in words. It changes by itself at the
 * edges. Undefined until the time is known.
 */
export const useOpeningStatus = (): OpeningStatus | undefined => {
  const [status, setStatus] = useState<OpeningStatus>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHere = true
    const look = () => {
      if (!isHere) return
      clearTimeout(timer)
      const now = serverNow()
      const next = openingStatus(now)
      setStatus((before) =>
        before?.words === next.words && before.until.getTime() === next.until.getTime() ? before : next,
      )
      timer = setTimeout(look, Math.min(next.until.getTime() - now.getTime(), lookEveryMs))
    }
    void serverTimeKnown().then(look)
    const stop = onServerTime(look)
    document.addEventListener('visibilitychange', look)
    return () => {
      isHere = false
      clearTimeout(timer)
      stop()
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return status
}

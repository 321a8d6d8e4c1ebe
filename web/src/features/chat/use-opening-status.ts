import { useEffect, useState } from 'react'
import { openingStatus } from '#shared/rules/opening-hours.ts'
import type { OpeningStatus } from '#shared/rules/opening-hours.ts'
import { followServerTime } from '#web/lib/at-server-time.ts'
import { onServerTime, serverNow, serverTimeKnown } from '#web/lib/server-time.ts'

/**
 * Returns whether the chat is open, with a text for display. Uses the server's clock and London time, and
 * updates at opening and closing time. Undefined until the server's time is known.
 */
export const useOpeningStatus = (): OpeningStatus | undefined => {
  const [status, setStatus] = useState<OpeningStatus>()
  useEffect(() => {
    let isMounted = true
    const update = () => {
      const next = openingStatus(serverNow())
      setStatus((before) =>
        before?.words === next.words && before.until.getTime() === next.until.getTime() ? before : next,
      )
      return next.until.getTime()
    }
    let stop = (): void => {}
    const start = () => {
      stop()
      stop = followServerTime(update)
    }
    stop = onServerTime(start)
    void serverTimeKnown().then(() => isMounted && start())
    return () => {
      isMounted = false
      stop()
    }
  }, [])
  return status
}

import { useEffect, useState } from 'react'
import { bankHolidayOn, closureSentences } from '#shared/rules/opening-hours.ts'
import { onServerTime, serverNow } from '#web/lib/server-time.ts'
import { unbroken } from '#web/ui/unbroken.tsx'
import styles from './opening-hours.module.css'

const hours = [
  ['Monday to Friday', '10:00-16:00'],
  ['Saturday', '10:00-13:00'],
  ['Sunday', 'Closed'],
] as const

const sentencesNow = (): string[] => {
  const now = serverNow()
  const bankHoliday = bankHolidayOn(now)
  return [
    ...(bankHoliday === undefined ? [] : [`Live chat is closed today, ${bankHoliday}.`]),
    ...closureSentences(now),
  ]
}

/** Returns sentences about today's bank holiday and one-off closures. Empty in prerendered pages. */
const useClosures = (): readonly string[] => {
  const [sentences, setSentences] = useState<readonly string[]>([])
  useEffect(() => {
    const update = () => setSentences(sentencesNow())
    update()
    return onServerTime(update)
  }, [])
  return sentences
}

/** Announces today's bank holiday and one-off closures, if there are any. */
export const ClosureNotice = () => {
  const sentences = useClosures()
  return sentences.length === 0 ? null : (
    <p className={styles.closures}>
      <strong>{sentences.join(' ')}</strong>
    </p>
  )
}

/** Live chat hours, London time. */
export const OpeningHours = () => (
  <>
    <dl className={styles.hours}>
      {hours.map(([days, times]) => (
        <div key={days}>
          <dt>{days}</dt>
          <dd>{unbroken(times)}</dd>
        </div>
      ))}
      <div>
        <dt>Bank holidays</dt>
        <dd>Closed</dd>
      </div>
    </dl>
    <ClosureNotice />
  </>
)

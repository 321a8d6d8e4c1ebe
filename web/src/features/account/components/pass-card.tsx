import { useEffect, useState } from 'react'
import type { PassStatus } from '#shared/contract/subscriptions.ts'
import { passMinutes } from '#shared/values/plans.ts'
import { deadlineText, timeText } from '#web/lib/dates.ts'
import { disputedMinutesText } from '#web/lib/disputed-minutes.ts'
import { numberOf } from '#web/lib/number-text.ts'
import * as paths from '#shared/values/site-map.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import styles from '../account.module.css'

const tickMs = 10_000
const minuteMs = 60_000

/** Returns the whole minutes until a time, by the server's clock; never below zero. */
const useMinutesUntil = (iso: string | null): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (iso === null) return undefined
    const timer = setInterval(() => setNow(serverNow()), tickMs)
    return () => clearInterval(timer)
  }, [iso])
  return iso === null ? 0 : Math.max(0, Math.ceil((Date.parse(iso) - now.getTime()) / minuteMs))
}

/** Shows how much time is left on the account's pass. */
export const PassCard = ({ pass }: { pass: PassStatus }) => {
  const left = useMinutesUntil(pass.endsAt)
  const disputed = disputedMinutesText(pass)
  return (
    <Card title="Live chat pass">
      <div className={styles.stack}>
        {pass.endsAt === null ? (
          <p>
            {/* Older server versions report no minutes. */}
            Your {pass.minutes ?? passMinutes}-minute timer starts when an adviser answers your first message.
            Use the pass by {deadlineText(pass.useBy)}.
          </p>
        ) : (
          // A new element each minute. When a browser translates the page, it replaces the text that Preact would update.
          <p key={left} role="timer">
            {numberOf(left, 'minute')} left, until {timeText(pass.endsAt)}.
          </p>
        )}
        {disputed ? <p>{disputed}</p> : null}
        <LinkButton to={paths.liveChat} variant="secondary">
          Go to live chat
        </LinkButton>
      </div>
    </Card>
  )
}

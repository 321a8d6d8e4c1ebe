import { passMinutes, planFacts, pounds } from '../../../../../shared/values/plans.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { warnMs } from '../chat-session.ts'
import styles from '../chat.module.css'
import { useBuyPass } from '../use-buy-pass.ts'
import { useSecondsUntil } from '../use-pass-clock.ts'

const lastSeconds = 60

interface PassClockProps {
  /** ISO time. */
  readonly endsAt: string
  /** More time is sold while the chat is open. */
  readonly isOpen: boolean
  readonly signedIn: boolean
}

const timeInWords = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' }).format(new Date(iso))

const digits = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** How much of a pass is left. The figures change in silence; what matters is said at five minutes and at one. */
export const PassClock = ({ endsAt, isOpen, signedIn }: PassClockProps) => {
  const seconds = useSecondsUntil(endsAt)
  const isEnding = seconds * 1000 <= warnMs
  const more = isOpen ? <MoreTime signedIn={signedIn} isUrgent={isEnding} /> : null
  return (
    <div className={styles.clock}>
      <div className={styles.clockRow}>
        <p>
          <span
            className={styles.clockFigures}
            role="timer"
            aria-live="off"
            data-ending={isEnding || undefined}
          >
            {digits(seconds)}
          </span>{' '}
          left, until {timeInWords(endsAt)}
        </p>
        {isEnding ? null : more}
      </div>
      {isEnding && seconds > 0 ? (
        <Alert
          kind="warning"
          title={seconds <= lastSeconds ? 'Less than a minute left' : 'Less than five minutes left'}
          actions={more}
        >
          {isOpen
            ? 'Add time now and the conversation goes on where it is.'
            : 'The chat has closed for the day, so no time can be added. Your session runs to its end.'}
        </Alert>
      ) : null}
    </div>
  )
}

/** Opens the payment page in a tab of its own, so that the conversation goes on here. */
const MoreTime = ({ signedIn, isUrgent }: { readonly signedIn: boolean; readonly isUrgent: boolean }) => {
  const { opening, buy } = useBuyPass(signedIn, 'tab')
  return (
    <Button size="small" variant={isUrgent ? 'primary' : 'secondary'} loading={opening} onClick={buy}>
      Add {passMinutes} minutes for {pounds(planFacts['one-time'].priceMinor)}
      <span className="visually-hidden"> (opens a new tab)</span>
    </Button>
  )
}

import { passMinutes, planFacts, pounds } from '#shared/values/plans.ts'
import { OrderTerms } from '#web/components/order-terms.tsx'
import { clockText } from '#web/lib/dates.ts'
import { useChatProvider } from '#web/lib/use-chat-provider.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import styles from '../chat.module.css'
import { useBuyPass } from '../use-buy-pass.ts'
import type { PassAccess } from '../chat-access.ts'
import { useChatBar } from '../use-chat-bar.ts'
import { useSecondsUntil } from '../use-session-end.ts'
import { GiveUp } from './give-up.tsx'

/** Time of the warning before the end, in seconds. */
const warnSeconds = 5 * 60
const lastSeconds = 60

interface PassClockProps {
  /** End of the pass, ISO time. */
  readonly endsAt: string
  /** True if the chat is open. Only then can the visitor buy more time. */
  readonly isOpen: boolean
  readonly signedIn: boolean
  /** True if the chat window is open. On a phone, the clock is then a bar above the window. */
  readonly isChatOpen: boolean
  /** Undefined while the server has not reported the pass. */
  readonly pass: Pick<PassAccess, 'guestKey'> | undefined
}

const formatSeconds = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')

/**
 * Says that the chat window will close if the provider's window cannot be locked: the conversation cannot be read
 * afterwards.
 */
const WindowNotice = () =>
  useChatProvider() === 'tawk'
    ? ' The chat window closes when your time is up, so copy what you want to keep.'
    : null

/**
 * Shows the remaining time of a pass. Screen readers announce it only at five minutes and at one minute, not
 * every second.
 */
export const PassClock = ({ endsAt, isOpen, signedIn, isChatOpen, pass }: PassClockProps) => {
  const seconds = useSecondsUntil(endsAt)
  const isEnding = seconds <= warnSeconds
  const isLastMinute = seconds <= lastSeconds
  const bar = useChatBar(isChatOpen)
  const moreTime = isOpen ? <MoreTime signedIn={signedIn} isUrgent={isEnding} /> : null
  return (
    <div className={styles.clock} ref={bar} data-bar={isChatOpen || undefined}>
      <div className={styles.clockRow}>
        <p>
          <span
            className={styles.clockFigures}
            role="timer"
            aria-live="off"
            // A browser that translates the page would replace the text that Preact updates.
            translate="no"
            data-ending={isEnding || undefined}
          >
            {formatSeconds(seconds)}
          </span>{' '}
          left{' '}
          <span className={styles.notInBar}>
            <LiveText>{`(until ${clockText(endsAt)})`}</LiveText>
          </span>
        </p>
        {moreTime}
      </div>
      {isOpen ? (
        <div className={styles.notInBar}>
          <OrderTerms plan="one-time" id="more-time-terms" />
        </div>
      ) : null}
      {isEnding && seconds > 0 ? (
        <Alert
          // A new alert for each text, because a browser that translates the page would replace the text.
          key={`${isLastMinute} ${isOpen}`}
          kind="warning"
          title={isLastMinute ? 'Less than a minute left' : 'Less than five minutes left'}
        >
          <span className={styles.notInBar}>
            {isOpen
              ? 'Add time now to continue your conversation.'
              : 'The chat has closed for the day, so you can’t add time. You can use the time you have left.'}
          </span>
          <WindowNotice />
        </Alert>
      ) : null}
      {pass === undefined ? null : (
        <div className={styles.notInBar}>
          <GiveUp pass={pass} />
        </div>
      )}
    </div>
  )
}

/** Opens the payment page in a new tab, so that the conversation on this page continues. */
const MoreTime = ({ signedIn, isUrgent }: { readonly signedIn: boolean; readonly isUrgent: boolean }) => {
  const { opening, buy } = useBuyPass(signedIn, 'tab')
  return (
    <Button
      size="small"
      variant={isUrgent ? 'primary' : 'secondary'}
      loading={opening}
      onClick={buy}
      aria-describedby="more-time-terms"
    >
      Add {passMinutes} minutes for {pounds(planFacts['one-time'].priceMinor)}
      <span className="visually-hidden"> (opens a new tab)</span>
    </Button>
  )
}

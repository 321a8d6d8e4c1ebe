import { useLayoutEffect } from 'react'
import { Link } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import type { AccessState } from '#web/lib/access.ts'
import type { RunningPass } from '#web/lib/running-pass.ts'
import styles from '../chat.module.css'
import { useChatSession } from '../session-state.ts'
import { useOpeningStatus } from '../use-opening-status.ts'
import { usePassEnd, useRunningPass } from '../use-running-pass.ts'
import { useSecondsUntil } from '../use-session-end.ts'
import { PassClock } from './pass-clock.tsx'

interface SessionBarProps {
  /** The pass whose timer this tab follows. Null after a page load. */
  readonly pass: RunningPass | null
  readonly access: AccessState
}

/** Shows the clock of the running pass that gives access to the chat, if any. */
const SessionBar = ({ pass, access }: SessionBarProps) => {
  const running = useRunningPass(pass, access)
  return running && <Clock pass={running} isFollowed={pass !== null} />
}

/**
 * Shows the clock and the button for more time above pages other than `/livechat`, for as long as a pass is running.
 */
const Clock = ({ pass, isFollowed }: { readonly pass: RunningPass; readonly isFollowed: boolean }) => {
  const { endsAt, guestKey } = pass
  const { isOpen: isChatOpen, phase } = useChatSession()
  const status = useOpeningStatus()
  const seconds = useSecondsUntil(endsAt)
  const isShown = seconds > 0
  usePassEnd(pass, { isFollowed, isOver: !isShown })
  useLayoutEffect(() => {
    // The header stays at the top of the page then, because the bar is at the top of the window.
    document.documentElement.toggleAttribute('data-session-bar', isShown)
    return () => document.documentElement.removeAttribute('data-session-bar')
  }, [isShown])
  if (!isShown) return null
  return (
    <aside className={styles.sessionBar} aria-label="Time left in your chat">
      <PassClock
        endsAt={endsAt}
        isOpen={status?.isOpen ?? false}
        signedIn={guestKey === undefined}
        isChatOpen={isChatOpen}
        pass={undefined}
      />
      {phase === 'idle' ? <Link to={`${paths.liveChat}?open=chat`}>Open the chat</Link> : null}
    </aside>
  )
}

export default SessionBar

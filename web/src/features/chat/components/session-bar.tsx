import { useEffect, useLayoutEffect } from 'react'
import { Link } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { type AccessState, rereadAccess } from '#web/lib/access.ts'
import type { RunningPass } from '#web/lib/running-pass.ts'
import { schedulePassEnd } from '../chat-session.ts'
import styles from '../chat.module.css'
import { currentPass } from '../current-pass.ts'
import { useChatSession } from '../session-state.ts'
import { useOpeningStatus } from '../use-opening-status.ts'
import { useSecondsUntil } from '../use-session-end.ts'
import { PassClock } from './pass-clock.tsx'

interface SessionBarProps {
  /** The pass whose timer this tab follows. Null after a page load. */
  readonly pass: RunningPass | null
  readonly access: AccessState
}

/** Shows the clock of the pass that gives access to the chat. Stops following a pass that no longer does. */
const SessionBar = ({ pass, access }: SessionBarProps) => {
  const current = currentPass(pass, access)
  const isReplaced = pass !== null && current === null
  useEffect(() => {
    if (isReplaced) schedulePassEnd(undefined)
  }, [isReplaced])
  return current && <Clock pass={current} />
}

/**
 * Shows the clock and the button for more time above pages other than `/livechat`, for as long as a pass is running.
 */
const Clock = ({ pass: { endsAt, guestKey } }: { readonly pass: RunningPass }) => {
  const { isOpen: isChatOpen, phase } = useChatSession()
  const status = useOpeningStatus()
  const seconds = useSecondsUntil(endsAt)
  const isShown = seconds > 0
  // After a page load, nothing follows the time of the pass yet.
  useEffect(() => schedulePassEnd({ guestKey, endsAt }), [guestKey, endsAt])
  useEffect(() => {
    // Time was added in another tab. The server checks it before this tab ends the chat.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key !== storageKeys.sessionExpiry || newValue === null || newValue <= endsAt) return
      if (guestKey === undefined) void rereadAccess()
      else schedulePassEnd({ guestKey, endsAt: newValue })
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [guestKey, endsAt])
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

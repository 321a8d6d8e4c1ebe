import { useEffect } from 'react'
import type { ChatAccess } from './chat-access.ts'
import {
  endChatOfOtherPass,
  endChatWithoutAccess,
  reportReturn,
  schedulePassEnd,
  startCheckMs,
} from './chat-session.ts'
import { useContinuedChat } from './member-access.ts'
import { refreshPassEnd } from './pass-check.ts'
import type { ChatSession } from './session-state.ts'

/** Interval at which the start is reported again until the server has recorded it, in milliseconds. */
const retryMs = 5000

/**
 * Ends the chat when the pass or the member's access ends, and detects that a pass has started without an event in this
 * tab.
 */
export const usePassTimer = (access: ChatAccess, session: ChatSession): void => {
  const pass = access.kind === 'pass' ? access : undefined
  const [guestKey, endsAt] = [pass?.guestKey, pass?.endsAt ?? null]
  const isPass = pass !== undefined
  useContinuedChat(access)
  // This effect must run before the end is scheduled, because ending a chat stops the clock.
  useEffect(() => {
    if (guestKey !== undefined) void endChatOfOtherPass(guestKey)
  }, [guestKey, session])
  useEffect(() => {
    schedulePassEnd(isPass ? { guestKey, endsAt } : undefined)
  }, [isPass, guestKey, endsAt])
  const hasNoAccess = access.kind === 'none'
  useEffect(() => {
    if (hasNoAccess) void endChatWithoutAccess()
  }, [hasNoAccess, session])
  const isReady = session.phase === 'ready'
  const isWaiting = isPass && endsAt === null && (session.inConversation || isReady)
  // A loaded chat checks by itself, on every page.
  const needsCheck = isWaiting && !isReady
  useEffect(() => {
    if (!needsCheck) return
    const check = () => {
      if (document.visibilityState !== 'hidden') void refreshPassEnd({ guestKey })
    }
    const timer = setInterval(check, startCheckMs)
    return () => clearInterval(timer)
  }, [needsCheck, guestKey])
  // The visitor opens the window of a chat that was loaded before the reply.
  const hasReturned = isWaiting && session.isOpen && pass.repliedAt !== null
  useEffect(() => {
    if (hasReturned) reportReturn()
  }, [hasReturned])
  // The report of the start may have failed, while the page says that an adviser has replied.
  const isStarting = isPass && endsAt === null && session.hasAdviserReply
  useEffect(() => {
    if (!isStarting) return
    const report = () => {
      // In a hidden tab, the first report still waits for the visitor.
      if (document.visibilityState !== 'hidden') reportReturn()
    }
    const timer = setInterval(report, retryMs)
    return () => clearInterval(timer)
  }, [isStarting])
}

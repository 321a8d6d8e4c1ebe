import { useEffect } from 'react'
import { endWithoutPass, keepTime, passEnd } from './chat-session.ts'
import type { ChatSession } from './chat-session.ts'
import type { Holder } from './holder.ts'

/** How often to ask whether the time has started, where the chat itself may not have told, in milliseconds. */
const askEveryMs = 30_000

/** Has the chat ended when the time of a pass is up, and learns of a start that this tab has not seen. */
export const usePassTime = (holder: Holder, session: ChatSession): void => {
  const pass = holder.kind === 'pass' ? holder : undefined
  const [guestKey, endsAt, useBy] = [pass?.guestKey, pass?.endsAt ?? null, pass?.useBy ?? null]
  const isPass = pass !== undefined
  useEffect(() => {
    keepTime(isPass ? { kind: 'pass', guestKey, endsAt, useBy } : undefined)
  }, [isPass, guestKey, endsAt, useBy])
  const hasNothing = holder.kind === 'nobody'
  useEffect(() => {
    if (hasNothing) void endWithoutPass()
  }, [hasNothing, session])
  const isWaiting = isPass && endsAt === null && session.inConversation
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void passEnd({ guestKey }), askEveryMs)
    return () => clearInterval(timer)
  }, [isWaiting, guestKey])
}

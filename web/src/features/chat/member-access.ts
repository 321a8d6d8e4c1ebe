import { useEffect } from 'react'
import * as paths from '#shared/values/site-map.ts'
import { rereadAccess } from '#web/lib/access.ts'
import { onPassCheck } from '#web/lib/running-pass.ts'
import type { ChatAccess } from './chat-access.ts'
import { continueWithPass, endChatWithoutAccess, isMemberChat } from './chat-session.ts'
import { refreshGuestPass } from './guest-pass.ts'
import { isInChat, session } from './session-state.ts'

/** Age of the last check after which a message makes the page check again, in milliseconds. */
export const memberCheckMs = 5 * 60_000
/** The same when the member returns to the tab, as on `/livechat`. */
const returnCheckMs = 10_000
let checkedAt = 0

/**
 * Ends the chat of a member who now has access by a guest pass. The pass needs a chat of its own: replies in the chat of
 * the account would not start its clock.
 */
const endBesideGuestPass = (): Promise<void> =>
  endChatWithoutAccess(
    'Your account no longer gives access to live chat. Your live chat pass still does: open the chat again to use it.',
  )

/**
 * Checks whether a member whose chat is loaded still has access, on any page. If not, ends the chat, or lets it continue
 * with the pass of the account.
 */
const checkMember = async (): Promise<void> => {
  if (!isMemberChat()) return
  checkedAt = Date.now()
  const access = await rereadAccess()
  if (access === undefined || access.isSubscribed || access.isAdmin || !isMemberChat()) return
  if (access.hasOneTimeAccess) return continueWithPass(access.pass?.endsAt ?? null)
  const { state } = await refreshGuestPass()
  if (isMemberChat()) await (state === 'active' ? endBesideGuestPass() : endChatWithoutAccess())
}

let isWatching = false

/** Checks the access when the member returns to the tab. */
const watchReturns = (): void => {
  if (isWatching) return
  isWatching = true
  document.addEventListener('visibilitychange', () => {
    // `/livechat` checks the access itself.
    if (window.location.pathname === paths.liveChat) return
    if (isInChat() && Date.now() - checkedAt > returnCheckMs) void checkMember()
  })
}

session.subscribe(() => {
  if (!isMemberChat()) {
    checkedAt = Date.now()
    return
  }
  watchReturns()
  if (session.get().inConversation && Date.now() - checkedAt > memberCheckMs) void checkMember()
})

onPassCheck(() => void checkMember())

/**
 * Lets the chat of a member continue with the pass of the account, as soon as the page knows that only this gives access.
 * Ends it if only a guest pass does.
 */
export const useContinuedChat = (access: ChatAccess): void => {
  const isAccountPass = access.kind === 'pass' && access.guestKey === undefined
  const isGuestPass = access.kind === 'pass' && !isAccountPass
  const endsAt = isAccountPass ? access.endsAt : null
  useEffect(() => {
    if (isAccountPass && isMemberChat()) continueWithPass(endsAt)
  }, [isAccountPass, endsAt])
  useEffect(() => {
    if (isGuestPass && isMemberChat()) void endBesideGuestPass()
  }, [isGuestPass])
}

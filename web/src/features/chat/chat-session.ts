import type { SessionEvent } from '#shared/contract/passes.ts'
import { CallError } from '#web/lib/call.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { followedPass, onPassCheck, setRunningPass } from '#web/lib/running-pass.ts'
import { currentSession, onSessionEvent } from '#web/lib/session-store.ts'
import { storeInTab } from '#web/lib/browser-storage.ts'
import { toast } from '#web/ui/toast.ts'
import { reportSessionEvent, signChatVisitor } from './api.ts'
import { atServerTime } from '#web/lib/at-server-time.ts'
import type { ChatAccess, PassAccess } from './chat-access.ts'
import { continueConversation, endConversation, forgetConversation } from './conversation.ts'
import { endReasonOf } from './end-reason.ts'
import { layoutDelay } from './layout-delay.ts'
import { problemOf, startOpening } from './opening.ts'
import { checkPass, type PassCheck, refreshPassEnd } from './pass-check.ts'
import { watchUserOf } from './pass-owner.ts'
import { repeatPassCheck } from './repeat-pass-check.ts'
import { reportSignOut } from './report-sign-out.ts'
import { changeSession, idle, isInChat, type Pass, session } from './session-state.ts'
import { closeRejectedChat } from './visitor-rejected.ts'
import { whenVisible } from './when-visible.ts'
import type { ChatWidget } from './widget/chat-widget.ts'
import { loadConfiguredWidget } from './widget/get-chat-widget.ts'

type TimedPass = Pick<PassAccess, 'guestKey' | 'endsAt'>

/** Pass of the current conversation. Undefined for members. */
let activePass: Pass | undefined
/** Id of the user who was signed in when the chat was opened. */
let ownerId: string | undefined
let widget: ChatWidget | undefined

/** Loads the chat and opens its window. Never throws: the session's phase reports errors. */
export const openChat = async (access: ChatAccess, loadWidget = loadConfiguredWidget): Promise<void> => {
  const { phase, isOver: wasOver } = session.get()
  if (phase === 'opening') return
  activePass = access.kind === 'pass' ? { guestKey: access.guestKey } : undefined
  const { userId, isLatest, isCurrent, unlessReplaced } = startOpening(activePass)
  ownerId = userId
  changeSession({ phase: 'opening', problem: undefined, isOver: false })
  try {
    const loaded = await unlessReplaced(loadWidget())
    if (loaded === undefined) return changeSession({ phase: 'not configured' })
    subscribeTo(loaded)
    const visitor = await unlessReplaced(signChatVisitor(activePass?.guestKey))
    await unlessReplaced(loaded.identify(visitor, userId))
    await unlessReplaced(Promise.all([loaded.load(), layoutDelay()]))
    if (wasOver) await unlessReplaced(loaded.setLocked(false))
    loaded.open()
    changeSession({ phase: 'ready' })
    if (access.kind === 'pass' && access.endsAt === null) watchForStart()
    // Opening the chat starts the timer if an adviser has replied in the meantime.
    if (access.kind === 'pass' && access.repliedAt !== null) void refreshPassEnd(access)
  } catch (failure) {
    // The session and the widget belong to the later call.
    if (!isLatest()) return
    if (!isCurrent()) return discardChat()
    const code = failure instanceof CallError ? failure.code : undefined
    if (code === 'chat_not_configured') return changeSession({ phase: 'not configured' })
    changeSession({ phase: 'failed', problem: problemOf(failure) })
    // The pass or the subscription has ended since the page loaded, so the page has to update.
    if (code === 'no_chat_access') void refreshPassEnd({ guestKey: activePass?.guestKey })
  }
}

/** Returns whether this tab has the chat of a member, which needs their access. */
export const isMemberChat = (): boolean => {
  const { phase, isOver } = session.get()
  const isOwner = ownerId !== undefined && currentSession()?.user.id === ownerId
  return phase === 'ready' && !isOver && activePass === undefined && isOwner
}

/** Lets the chat of a member whose subscription has ended continue with the pass of the account. */
export const continueWithPass = (endsAt: string | null): void => {
  activePass = { guestKey: undefined }
  // The replies so far belong to the subscription. Only a later one starts the timer.
  changeSession({ hasAdviserReply: false })
  if (endsAt === null) watchForStart()
}

/** Removes a chat that was being opened for an earlier visitor of this tab. */
const discardChat = async (): Promise<void> => {
  const cleared = widget?.clear()
  resetSession()
  await cleared
}

const resetSession = (): void => {
  activePass = undefined
  session.set(idle)
}

/** Ends the conversation, removes the widget and deletes its data from this browser. */
export const endChat = async (): Promise<void> => {
  await widget?.clear()
  storeInTab(storageKeys.openChat, null)
  forgetConversation()
  resetSession()
}

/**
 * Ends the chat of a visitor whose access is over. The conversation and unsent text stay readable in the window, in
 * which the visitor can no longer write. A window that does not allow this is removed.
 */
const closeChat = async (): Promise<void> => {
  activePass = undefined
  storeInTab(storageKeys.openChat, null)
  setRunningPass(null)
  // Ends the conversation before the window is locked, because locking reports its end.
  endConversation(session.get().conversation)
  changeSession({ isOver: true })
  if ((await widget?.setLocked(true)) === true) return
  await widget?.clear()
  // `isOver` is set in the same step: an idle session whose pass is not over would let the page open the chat again.
  session.set({ ...idle, isOver: true, conversation: session.get().conversation })
}

/** Margin for a small difference from the server's clock, in milliseconds. */
const marginMs = 1500
let cancelPassEnd = (): void => {}

/**
 * Schedules the end of the chat at the end of a pass, on any page. Replaces an earlier schedule. Undefined cancels it.
 * The schedule of an account's pass is also cancelled when another user signs in or the user signs out.
 */
export const schedulePassEnd = (pass: TimedPass | undefined): void => {
  cancelPassEnd()
  cancelPassEnd = () => {}
  if (pass === undefined || pass.endsAt === null) return setRunningPass(null)
  const { endsAt, guestKey } = pass
  setRunningPass({ endsAt, guestKey })
  const hasUserChanged = watchUserOf(pass)
  const stopFollowing = onSessionEvent(() => {
    if (hasUserChanged()) schedulePassEnd(undefined)
  })
  const check = () => void endIfExpired(pass, endsAt, hasUserChanged)
  const cancelCheck = atServerTime(Date.parse(endsAt) + marginMs, check)
  const stopChecks = repeatPassCheck(endsAt, () => void recheckPass(pass))
  cancelPassEnd = () => {
    cancelCheck()
    stopChecks()
    stopFollowing()
  }
}

/** Ends the chat, unless time has been added in another tab or on another device, or the user has changed. */
const endIfExpired = async (
  pass: TimedPass,
  scheduledEnd: string,
  hasUserChanged: () => boolean,
): Promise<void> => {
  const endsAt = await refreshPassEnd(pass)
  if (hasUserChanged()) return
  if (endsAt !== null && endsAt > scheduledEnd) return schedulePassEnd({ ...pass, endsAt })
  await endExpiredSession('You’ve used all of your time with an adviser.')
}

const endExpiredSession = async (reason: string): Promise<void> => {
  if (session.get().isOver) return
  await closeChat()
  toast({ title: 'Your session is over', description: reason })
}

/** Ends the chat of a visitor whose pass or subscription no longer gives access. */
export const endChatWithoutAccess = async (reason = endReasonOf(activePass)): Promise<void> => {
  if (session.get().phase === 'ready') await endExpiredSession(reason)
}

/** Ends the chat of any other pass than the pass of this guest key, which gives access now. */
export const endChatOfOtherPass = async (guestKey: string): Promise<void> => {
  if (activePass === undefined || activePass.guestKey === guestKey) return
  const isReplaced = activePass.guestKey !== undefined
  await endChatWithoutAccess(isReplaced ? 'This browser now uses another live chat pass.' : undefined)
}

/**
 * Gives up the remaining minutes of a pass, after the visitor has confirmed it, and ends the chat.
 *
 * @throws CallError when the server has not recorded it: the pass then continues
 */
export const giveUpPass = async (pass: Pass): Promise<void> => {
  await reportSessionEvent({ event: 'ended', give_up: true }, pass.guestKey)
  await closeChat()
  await refreshPassEnd(pass)
}

/** Reports that a visitor has opened the chat window after a reply that they were away for. */
export const reportReturn = (): void => {
  whenVisible(() => void reportEvent('started'))
}

/** Subscribes to the events of a widget, once per widget. */
const subscribeTo = (loaded: ChatWidget): void => {
  if (widget === loaded) return
  widget = loaded
  // The widget clears itself when the user signs in or out. The state of its session is reset here.
  onSessionEvent(() => {
    if (session.get() === idle || currentSession()?.user.id === ownerId) return
    if (session.get().inConversation && ownerId !== undefined) reportSignOut()
    resetSession()
  })
  loaded.on('opened', () => {
    storeInTab(storageKeys.openChat, 'yes')
    changeSession({ isOpen: true, hasOpened: true })
  })
  loaded.on('closed', () => {
    storeInTab(storageKeys.openChat, null)
    changeSession({ isOpen: false })
  })
  loaded.on('visitorRejected', () => void closeRejectedChat(loaded))
  // After the end of a pass, the page ignores what an adviser still writes.
  loaded.on('started', () => {
    if (!session.get().isOver) continueConversation({ guestKey: activePass?.guestKey })
  })
  loaded.on('adviserReplied', () => {
    const { isOver, isOpen, hasAdviserReply } = session.get()
    if (isOver) return
    continueConversation({ guestKey: activePass?.guestKey })
    changeSession({ hasAdviserReply: true })
    // Providers show an unread message only at the button of their window.
    if (!isOpen) whenVisible(() => toast({ title: 'An adviser has replied in the chat' }))
    if (!hasAdviserReply) whenVisible(() => void reportEvent('started'))
  })
  loaded.on('ended', () => {
    if (session.get().isOver) return
    endConversation({ guestKey: activePass?.guestKey })
    changeSession({ hasEnded: true })
    void reportEvent('ended')
  })
}

/**
 * Reports a session event of a pass to the server. Only an adviser's first reply counts as the start, because
 * it starts the timer. Members have no timer, so nothing is reported for them.
 */
const reportEvent = async (event: SessionEvent): Promise<void> => {
  // The session can end while the report is on its way.
  const pass = activePass
  if (pass === undefined) return
  try {
    await reportSessionEvent({ event }, pass.guestKey)
  } catch {
    // Ignored by design: the chat provider's webhook reports the same event, and the first report counts.
  }
  await followStart(pass)
}

/** Checks whether a pass has started, and follows its time then, even on pages other than `/livechat`. */
const followStart = async (pass: Pass): Promise<void> => {
  const check = await checkPass(pass, isInChat())
  // The passes are compared as objects, because the pass of an account has no key.
  if (activePass === pass && !session.get().isOver) await applyCheck(pass, check)
}

/**
 * Applies the result of a check: follows the time of the pass in use, or ends the chat of a pass that is over or no
 * longer in use. A failed check changes nothing.
 */
const applyCheck = async ({ guestKey }: Pass, check: PassCheck): Promise<void> => {
  if (check.state === 'none') {
    schedulePassEnd(undefined)
    return endChatWithoutAccess()
  }
  if (check.state === 'unknown') return
  const isReplaced = check.guestKey !== guestKey
  if (isReplaced && check.guestKey !== undefined) await endChatOfOtherPass(check.guestKey)
  if (check.endsAt === null && !isReplaced) return
  clearInterval(startCheck)
  schedulePassEnd(check)
}

/** Repeats the check of a pass that a withdrawal or another tab may have changed. */
export const recheckPass = async (pass: Pass): Promise<PassCheck> => {
  const hasUserChanged = watchUserOf(pass)
  const check = await checkPass(pass, isInChat())
  if (!hasUserChanged()) await applyCheck(pass, check)
  return check
}

onPassCheck(() => {
  // The pass of the chat, even before it has started, or else the pass whose clock is shown.
  const pass = activePass ?? followedPass()
  if (pass) void recheckPass(pass)
})

/** Interval of the check whether the pass has started, in milliseconds. This tab may have missed the start. */
export const startCheckMs = 30_000
let startCheck: ReturnType<typeof setInterval> | undefined

/**
 * Checks regularly whether the pass of the loaded chat has started, on every page. These calls show the server that the
 * visitor is present. None are made in a hidden tab.
 */
const watchForStart = (): void => {
  clearInterval(startCheck)
  startCheck = setInterval(() => {
    if (activePass === undefined || session.get().phase === 'idle') clearInterval(startCheck)
    else if (isInChat()) void followStart(activePass)
  }, startCheckMs)
}

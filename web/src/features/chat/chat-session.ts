import { useSyncExternalStore } from 'react'
import type { SessionEvent } from '../../../../shared/contract/passes.ts'
import { rereadAccess } from '../../lib/access.ts'
import { CallError } from '../../lib/call.ts'
import { siteConfig } from '../../lib/config.ts'
import * as paths from '../../lib/paths.ts'
import { serverNow } from '../../lib/server-time.ts'
import { currentSession, onSessionEvent } from '../../lib/session-store.ts'
import { toast } from '../../ui/toast.ts'
import { reportSessionEvent } from './api/report-session-event.ts'
import { signChatVisitor } from './api/sign-chat-visitor.ts'
import { refreshGuestPass } from './guest-pass.ts'
import type { Holder, PassHolder } from './holder.ts'
import type { ChatWidget } from './widget/chat-widget.ts'
import { chatWidget } from './widget/widget-of-stage.ts'

/** The chat of this tab. It goes on while the visitor looks at other pages. */
export interface ChatSession {
  /** `failed`: the widget did not come, as when the browser blocks it. */
  readonly phase: 'idle' | 'opening' | 'ready' | 'failed' | 'not configured'
  /** The window of the chat is there to be read. */
  readonly isOpen: boolean
  /** A conversation is in progress. */
  readonly inConversation: boolean
  /** An adviser has written in it. */
  readonly isAnswered: boolean
  /** The pass that it ran on is used up. */
  readonly isOver: boolean
}

const idle: ChatSession = {
  phase: 'idle',
  isOpen: false,
  inConversation: false,
  isAnswered: false,
  isOver: false,
}

type Pass = Pick<PassHolder, 'guestKey'>

let session = idle
/** On whose pass the conversation runs: on none, for members. */
let onPass: Pass | undefined
/** Who was signed in when the chat was opened. */
let ownerId: string | undefined
let widget: ChatWidget | undefined
const watchers = new Set<() => void>()

const change = (next: Partial<ChatSession>): void => {
  session = { ...session, ...next }
  for (const watcher of watchers) watcher()
}

const watch = (changed: () => void): (() => void) => {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

export const useChatSession = (): ChatSession =>
  useSyncExternalStore(
    watch,
    () => session,
    () => idle,
  )

/** Below this width the layout is the mobile one, where the widget fills the screen. */
const mobileLayout = '(max-width: 47.99rem)'
/** There the page gets a moment to settle before the window covers it. */
const mobileDelayMs = 1000

const layoutDelay = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, window.matchMedia(mobileLayout).matches ? mobileDelayMs : 0)
  })

/** Brings the widget of the stage; undefined where the stage has none. */
export type BringWidget = () => Promise<ChatWidget | undefined>

const ofStage: BringWidget = async () => chatWidget((await siteConfig()).chat)

/** Brings the chat and opens its window. Never throws: what went wrong stands in the session's phase. */
export const openChat = async (holder: Holder, bring = ofStage): Promise<void> => {
  if (session.phase === 'opening') return
  onPass = holder.kind === 'pass' ? holder : undefined
  ownerId = currentSession()?.user.id
  change({ phase: 'opening', isOver: false })
  try {
    const brought = await bring()
    if (brought === undefined) return change({ phase: 'not configured' })
    follow(brought)
    await brought.identify(await signChatVisitor(onPass?.guestKey))
    await Promise.all([brought.load(), layoutDelay()])
    brought.open()
    change({ phase: 'ready' })
  } catch (failure) {
    const code = failure instanceof CallError ? failure.code : undefined
    change({ phase: code === 'chat_not_configured' ? 'not configured' : 'failed' })
    // The pass or the subscription has ended since the page was drawn: the page is to say so.
    if (code === 'no_chat_access') void passEnd({ guestKey: onPass?.guestKey })
  }
}

/** Takes the chat away: its conversation ends, and what it kept in this browser goes. */
export const endChat = async (): Promise<void> => {
  await widget?.clear()
  onPass = undefined
  session = idle
  change({})
}

/** Reads again how a pass stands: when its time is up, or null when it has none that runs. */
export const passEnd = async ({ guestKey }: Pass): Promise<string | null> => {
  if (guestKey === undefined) return (await rereadAccess())?.pass?.endsAt ?? null
  const pass = await refreshGuestPass()
  return pass.state === 'active' ? pass.endsAt : null
}

/** The server's clock and ours may differ by a second: by then it agrees that the time is up. */
const marginMs = 1500
/** How long before the end the visitor is warned. */
export const warnMs = 5 * 60_000
let timers: readonly ReturnType<typeof setTimeout>[] = []

/**
 * Warns before the time of a pass is up, and ends the chat when it is, on whatever page that finds the visitor.
 */
export const keepTime = (pass: PassHolder | undefined): void => {
  for (const timer of timers) clearTimeout(timer)
  timers = []
  if (pass === undefined || pass.endsAt === null) return
  const { endsAt } = pass
  const leftMs = Math.max(0, Date.parse(endsAt) - serverNow().getTime())
  timers = [setTimeout(() => void timeUp(pass, endsAt), leftMs + marginMs)]
  if (leftMs > warnMs) timers = [...timers, setTimeout(warn, leftMs - warnMs)]
}

/** The page of the chat has a warning of its own: this one is for where it cannot be seen. */
const warn = (): void => {
  const isCovered = session.isOpen && window.matchMedia(mobileLayout).matches
  if (isCovered || window.location.pathname !== paths.liveChat)
    toast({
      title: 'Less than five minutes left',
      description: 'You can add time on the live chat page while the chat is open.',
      durationMs: 10_000,
    })
}

/** Time may have been added meanwhile, in another tab or on another device. */
const timeUp = async (pass: PassHolder, thought: string): Promise<void> => {
  const endsAt = await passEnd(pass)
  if (endsAt !== null && endsAt > thought) return keepTime({ ...pass, endsAt })
  await sayOver()
}

let isEnding = false

const sayOver = async (): Promise<void> => {
  if (isEnding || (session.isOver && session.phase === 'idle')) return
  isEnding = true
  await endChat()
  isEnding = false
  change({ isOver: true })
  toast({ title: 'Your session is over', description: 'Your time with an adviser is used up.' })
}

/**
 * Ends a chat whose pass has gone without our clock: it was ended or used up in another tab, or paid back. What
 * was said last in a conversation that has ended may be read, until the visitor writes again.
 */
export const endWithoutPass = async (): Promise<void> => {
  const isRead = session.isOver && !session.inConversation
  if (onPass !== undefined && session.phase === 'ready' && !isRead) await sayOver()
}

/** Listens to a widget once, for as long as it is the one of the page. */
const follow = (brought: ChatWidget): void => {
  if (widget === brought) return
  widget = brought
  // The widget goes by itself when somebody signs out or in; what it has told goes with it.
  onSessionEvent(() => {
    if (session !== idle && currentSession()?.user.id !== ownerId) change(idle)
  })
  brought.on('opened', () => change({ isOpen: true }))
  brought.on('closed', () => change({ isOpen: false }))
  brought.on('started', () => change({ inConversation: true }))
  brought.on('adviserReplied', () => {
    const isFirst = !session.isAnswered
    change({ inConversation: true, isAnswered: true })
    if (isFirst) void report('started')
  })
  brought.on('ended', () => {
    change({ inConversation: false, isAnswered: false, isOver: onPass !== undefined && session.isAnswered })
    void report('ended')
  })
}

/**
 * Tells the server what the chat has told us. Only an adviser's first message is a start, because it is what
 * starts the time of a pass; members have no time that runs, and nothing to report.
 */
const report = async (event: SessionEvent): Promise<void> => {
  if (onPass === undefined) return
  try {
    await reportSessionEvent(event, onPass.guestKey)
  } catch {
    // Silent by design: the chat's provider tells the server too, and the first report counts.
  }
  await passEnd(onPass)
}

import type { VisitorIdentity } from '../../../../../shared/contract/chat.ts'
import * as storageKeys from '../../../../../shared/values/storage-keys.ts'
import { clearChatState } from '../../../lib/chat-state.ts'
import { currentSession, onSessionEvent } from '../../../lib/session-store.ts'
import { store, stored } from '../../../lib/stored.ts'
import type { ChatAdapter, Emit } from './adapter.ts'
import { type ChatEvent, ChatUnavailable, type ChatWidget } from './chat-widget.ts'
import { traceAdditions } from './page-trace.ts'

/** A chat from the moment it is asked for until it is taken away. */
interface Visit {
  adapter?: ChatAdapter
  /** When the provider has come or has failed to. */
  settled: Promise<unknown>
  readonly stopFollowing: () => void
  readonly trace: { remove: () => void }
  isReady: boolean
  isOver: boolean
}

type Connect = (emit: Emit) => ChatAdapter

/** What is the same whatever the provider: once at a time, for one person at a time, and gone without trace. */
export class Widget implements ChatWidget {
  private readonly bring: () => Promise<Connect>
  private readonly listeners = new Map<ChatEvent, Set<() => void>>()
  private visitor: VisitorIdentity | undefined
  private visit: Visit | undefined
  private loading: Promise<void> | undefined
  private clearing: Promise<void> = Promise.resolve()
  private isOpen = false

  /** @param bring fetches the adapter, which is a file of its own */
  constructor(bring: () => Promise<Connect>) {
    this.bring = bring
  }

  load(): Promise<void> {
    this.loading ??= this.begin()
    return this.loading
  }

  open(): void {
    if (this.visit?.isReady) this.visit.adapter?.open()
  }

  close(): void {
    if (this.visit?.isReady) this.visit.adapter?.close()
  }

  async identify(visitor: VisitorIdentity): Promise<void> {
    const before = this.visitor
    if (before !== undefined && before.id !== visitor.id && this.visit !== undefined) {
      await this.clear()
      this.visitor = visitor
      return this.load()
    }
    this.visitor = visitor
    if (before === undefined && this.visit?.isReady) {
      store(storageKeys.chatVisitor, visitor.id)
      await this.visit.adapter?.identify(visitor)
    }
  }

  clear(): Promise<void> {
    const { visit } = this
    this.visit = undefined
    this.visitor = undefined
    this.loading = undefined
    // At once: the page may be left before the provider has answered.
    clearChatState()
    if (visit !== undefined) this.finish(visit)
    if (this.isOpen) this.tell('closed')
    return this.clearing
  }

  on(event: ChatEvent, listener: () => void): () => void {
    const listeners = this.listeners.get(event) ?? new Set()
    this.listeners.set(event, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  private tell(event: ChatEvent): void {
    if (event === 'opened' || event === 'closed') this.isOpen = event === 'opened'
    for (const listener of this.listeners.get(event) ?? []) listener()
  }

  private async begin(): Promise<void> {
    await this.clearing
    const { visitor } = this
    forgetOthers(visitor)
    const visit = this.newVisit()
    try {
      const connect = await this.bring().catch((cause: unknown) => {
        throw new ChatUnavailable('blocked', cause)
      })
      if (visit.isOver) throw new ChatUnavailable('cleared')
      visit.adapter = connect((event) => {
        if (!visit.isOver) this.tell(event)
      })
      const coming = visit.adapter.load(visitor)
      visit.settled = coming.catch(() => undefined)
      await coming
    } catch (failure) {
      if (this.visit === visit) await this.abandon(visit)
      throw failure
    }
    if (visit.isOver) throw new ChatUnavailable('cleared')
    visit.isReady = true
    if (this.visitor !== undefined && this.visitor.id !== visitor?.id)
      await visit.adapter.identify(this.visitor)
  }

  private newVisit(): Visit {
    const userId = currentSession()?.user.id
    const visit: Visit = {
      stopFollowing: onSessionEvent(() => {
        if (currentSession()?.user.id !== userId) void this.clear()
      }),
      trace: traceAdditions(),
      settled: Promise.resolve(),
      isReady: false,
      isOver: false,
    }
    this.visit = visit
    return visit
  }

  /** A chat that did not come leaves nothing behind, and may be asked for again by the same person. */
  private async abandon(visit: Visit): Promise<void> {
    this.visit = undefined
    this.loading = undefined
    this.finish(visit)
    await this.clearing
  }

  /** Nothing more is heard of the chat from now on; until it is gone, the next one waits. */
  private finish(visit: Visit): void {
    visit.isOver = true
    this.clearing = this.clearing.then(() => end(visit))
  }
}

/** What somebody else has left in this browser, because it was closed before they had signed out. */
const forgetOthers = (visitor: VisitorIdentity | undefined): void => {
  if (stored(storageKeys.chatVisitor) !== (visitor?.id ?? null)) clearChatState()
  store(storageKeys.chatVisitor, visitor?.id)
}

/** A script that is on its way cannot be called back: it is let in, and shown out. */
const end = async (visit: Visit): Promise<void> => {
  visit.stopFollowing()
  await visit.settled
  try {
    await visit.adapter?.end()
  } catch {
    // A provider that cannot even be told that its visitor leaves is taken away all the same.
  }
  visit.adapter?.remove()
  visit.trace.remove()
  // Once more: while it is told to go, a widget may write.
  clearChatState()
}

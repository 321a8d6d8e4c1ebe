import type { VisitorIdentity } from '#shared/contract/chat.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { clearChatState } from '#web/lib/chat-state.ts'
import { currentSession, onSessionEvent } from '#web/lib/session-store.ts'
import { createListeners } from '#web/lib/store.ts'
import { store, stored } from '#web/lib/browser-storage.ts'
import type { ChatAdapter, Emit } from './adapter.ts'
import { type ChatEvent, ChatUnavailable, type ChatWidget } from './chat-widget.ts'
import { trackPageAdditions } from './page-additions.ts'

/** One load of the chat, until it is cleared. */
interface Instance {
  adapter?: ChatAdapter
  /** Resolves when the provider has loaded or has failed to. */
  settled: Promise<unknown>
  readonly unsubscribe: () => void
  readonly additions: { remove: () => void }
  isReady: boolean
  isCleared: boolean
}

type CreateAdapter = (emit: Emit) => ChatAdapter

/** The provider-independent part: allows one chat for one visitor at a time, and removes all its traces. */
export class Widget implements ChatWidget {
  private readonly loadAdapter: () => Promise<CreateAdapter>
  private readonly listeners = new Map<ChatEvent, ReturnType<typeof createListeners>>()
  private visitor: VisitorIdentity | undefined
  /** Id of the signed-in user whose chat it is. */
  private userId: string | undefined
  private instance: Instance | undefined
  private loading: Promise<void> | undefined
  private clearing: Promise<void> = Promise.resolve()
  /** Number of times that the chat was cleared. */
  private clearings = 0
  private isOpen = false

  /** @param loadAdapter loads the file with the provider's adapter */
  constructor(loadAdapter: () => Promise<CreateAdapter>) {
    this.loadAdapter = loadAdapter
  }

  load(): Promise<void> {
    this.loading ??= this.start()
    return this.loading
  }

  open(): void {
    if (this.instance?.isReady) this.instance.adapter?.open()
  }

  close(): void {
    if (this.instance?.isReady) this.instance.adapter?.close()
  }

  async identify(visitor: VisitorIdentity, userId?: string): Promise<void> {
    const previous = this.visitor
    const isReplaced = previous !== undefined && previous.id !== visitor.id && this.instance !== undefined
    // The new visitor is set at once, because another one may follow before the earlier chat has been removed.
    if (isReplaced) void this.clear()
    this.visitor = visitor
    this.userId = userId
    if (isReplaced) return this.load()
    if (previous === undefined && this.instance?.isReady) {
      store(storageKeys.chatVisitor, visitor.id)
      await this.instance.adapter?.identify(visitor)
    }
  }

  async setLocked(locked: boolean): Promise<boolean> {
    const adapter = this.instance?.isReady ? this.instance.adapter : undefined
    if (adapter?.setLocked === undefined) return false
    await adapter.setLocked(locked)
    return true
  }

  clear(): Promise<void> {
    const { instance } = this
    this.clearings += 1
    this.instance = undefined
    this.visitor = undefined
    this.userId = undefined
    this.loading = undefined
    // If this tab has no chat, the stored data belongs to the chat of another tab.
    if (instance !== undefined) {
      // Cleared immediately, because the visitor may leave the page before the provider has responded.
      clearChatState()
      this.startClearing(instance)
    }
    if (this.isOpen) this.emit('closed')
    return this.clearing
  }

  on(event: ChatEvent, listener: () => void): () => void {
    const listeners = this.listeners.get(event) ?? createListeners()
    this.listeners.set(event, listeners)
    return listeners.add(listener)
  }

  private emit(event: ChatEvent): void {
    if (event === 'opened' || event === 'closed') this.isOpen = event === 'opened'
    this.listeners.get(event)?.notify()
  }

  private async start(): Promise<void> {
    const { clearings } = this
    await this.clearing
    // The chat has been cleared since. The next `load` makes its own start.
    if (clearings !== this.clearings) throw new ChatUnavailable('cleared')
    const { visitor, userId } = this
    if (currentSession()?.user.id !== userId) {
      this.loading = undefined
      throw new ChatUnavailable('cleared')
    }
    clearPreviousVisitor(visitor)
    const instance = this.createInstance(userId)
    try {
      const createAdapter = await this.loadAdapter().catch((cause: unknown) => {
        throw new ChatUnavailable('blocked', cause)
      })
      if (instance.isCleared) throw new ChatUnavailable('cleared')
      instance.adapter = createAdapter((event) => {
        if (!instance.isCleared) this.emit(event)
      })
      const loaded = instance.adapter.load(visitor)
      instance.settled = loaded.catch(() => undefined)
      await loaded
    } catch (failure) {
      if (this.instance === instance) await this.discard(instance)
      throw failure
    }
    if (instance.isCleared) throw new ChatUnavailable('cleared')
    instance.isReady = true
    if (this.visitor !== undefined && this.visitor.id !== visitor?.id)
      await instance.adapter.identify(this.visitor)
  }

  private createInstance(userId: string | undefined): Instance {
    const instance: Instance = {
      unsubscribe: onSessionEvent(() => {
        if (currentSession()?.user.id !== userId) void this.clear()
      }),
      additions: trackPageAdditions(),
      settled: Promise.resolve(),
      isReady: false,
      isCleared: false,
    }
    this.instance = instance
    // The cookie banner leaves room for the provider's button.
    document.documentElement.dataset['chatLoaded'] = ''
    return instance
  }

  /** Removes a chat that failed to load, so that the same visitor can try again. */
  private async discard(instance: Instance): Promise<void> {
    this.instance = undefined
    this.loading = undefined
    this.startClearing(instance)
    await this.clearing
  }

  /** Ignores further events of the chat. The next chat waits until this one has been removed. */
  private startClearing(instance: Instance): void {
    instance.isCleared = true
    this.clearing = this.clearing.then(() => removeChat(instance))
  }
}

/** Clears the data of another visitor who closed the browser without signing out. */
const clearPreviousVisitor = (visitor: VisitorIdentity | undefined): void => {
  if (stored(storageKeys.chatVisitor) !== (visitor?.id ?? null)) clearChatState()
  store(storageKeys.chatVisitor, visitor?.id)
}

/** Ends and removes the chat. A script that is still loading cannot be cancelled, so this waits for it. */
const removeChat = async (instance: Instance): Promise<void> => {
  instance.unsubscribe()
  await instance.settled
  try {
    await instance.adapter?.end()
  } catch {
    // If the provider cannot end the chat, its script and data are removed all the same.
  }
  instance.adapter?.remove()
  instance.additions.remove()
  delete document.documentElement.dataset['chatLoaded']
  // Cleared again, because a widget may write data while it ends.
  clearChatState()
}

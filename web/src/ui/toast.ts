import { noticeDurationMs } from '#shared/values/limits.ts'
import { createStore, useStore } from '#web/lib/store.ts'

export type ToastVariant = 'default' | 'destructive'

export interface ToastOptions {
  readonly title: string
  readonly description?: string
  readonly variant?: ToastVariant
  /** Display time in milliseconds. Default: five seconds. */
  readonly durationMs?: number
}

export interface ShownToast extends ToastOptions {
  readonly id: number
}

/** Default display time, in milliseconds. */
export const toastDurationMs = 5000

let lastId = 0
const current = createStore<ShownToast | null>(null)

/** Shows a toast in place of the current one: there is one at a time. */
export const toast = (options: ToastOptions): void => {
  lastId += 1
  current.set({ ...options, id: lastId })
}

/** Removes a toast. A toast that has replaced it stays. Does nothing without an id: no toast was shown. */
export const dismissToast = (id: number | undefined): void => {
  if (current.get()?.id === id) current.set(null)
}

/** Returns the toast that is shown, or null. */
export const currentToast = current.get

/** Returns the toast that is shown, or null, and follows it. */
export const useToast = () => useStore(current, null)

interface NoticeOptions extends ToastOptions {
  /** Returns whether the notice still matters when it is its turn. Default: it does. */
  readonly isCurrent?: () => boolean
}

export interface Notice extends Pick<NoticeOptions, 'title' | 'description' | 'variant' | 'isCurrent'> {
  /** Display time in milliseconds. */
  readonly durationMs: number
}

const noNotices: readonly Notice[] = []
const pendingNotices = createStore(noNotices)

/** Shows a notice, up to three at a time. Used for several things of one kind, such as rejected files. */
export const notify = (options: NoticeOptions): void =>
  pendingNotices.set([...pendingNotices.get(), { durationMs: noticeDurationMs, ...options }])

/** Returns and removes notices that have not been shown yet, the oldest first. */
export const takeNotices = (max = Infinity): readonly Notice[] => {
  const notices = pendingNotices.get()
  if (notices.length > 0) pendingNotices.set(notices.slice(max))
  return notices.slice(0, max)
}

/** Returns whether a notice is pending. The code of the viewport is loaded only then. */
export const useNoticeWaiting = (): boolean => useStore(pendingNotices, noNotices).length > 0

import { useSyncExternalStore } from 'react'
import { toastMs } from '../../../shared/values/limits.ts'

export type ToastVariant = 'default' | 'destructive'

export interface ToastOptions {
  readonly title: string
  readonly description?: string
  readonly variant?: ToastVariant
  /** How long it stays, in milliseconds; five seconds unless said otherwise. */
  readonly durationMs?: number
}

export interface ShownToast extends ToastOptions {
  readonly id: number
}

/** What the accessible viewport obeys. */
export const toastSettings = { durationMs: 5000, swipeThresholdPx: 50, hotkey: 'F8' } as const

let lastId = 0
let current: ShownToast | null = null
const listeners = new Set<() => void>()

const change = (next: ShownToast | null): void => {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast, taking the place of one that is up: there is one at a time. */
export const toast = (options: ToastOptions): void => {
  lastId += 1
  change({ ...options, id: lastId })
}

/** Takes a toast down; one that has replaced it stays. */
export const dismissToast = (id: number): void => {
  if (current?.id === id) change(null)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The toast that is up now; null when there is none. */
export const currentToast = (): ShownToast | null => current

/** The toast that is up, and the means to show and dismiss one. */
export const useToast = () => {
  const shown = useSyncExternalStore(subscribe, currentToast, () => null)
  return { current: shown, toast, dismiss: dismissToast }
}

export interface Notice extends Pick<ToastOptions, 'title' | 'description' | 'variant'> {
  /** How long it stays, in milliseconds. */
  readonly durationMs: number
}

let waiting: readonly Notice[] = []
const noticeListeners = new Set<() => void>()

/** Shows a notice beside others, up to three: for several things of one kind, such as refused files. */
export const notify = (options: ToastOptions): void => {
  waiting = [...waiting, { durationMs: toastMs, ...options }]
  for (const listener of noticeListeners) listener()
}

/** Hands over the notices that nobody has shown yet. */
export const takeNotices = (): readonly Notice[] => {
  const taken = waiting
  waiting = []
  return taken
}

/** Calls back whenever there may be notices to take. */
export const onNotice = (listener: () => void) => {
  noticeListeners.add(listener)
  return () => {
    noticeListeners.delete(listener)
  }
}

/** Whether a notice waits: the viewport's code is loaded only then. */
export const useNoticeWaiting = (): boolean =>
  useSyncExternalStore(
    onNotice,
    () => waiting.length > 0,
    () => false,
  )

import { createStore, useStore } from './store.ts'

/** A pass whose timer runs in this tab. */
export interface RunningPass {
  /** Undefined for the pass of an account. */
  readonly guestKey: string | undefined
  /** ISO time. */
  readonly endsAt: string
}

const store = createStore<RunningPass | null>(null)

/** Sets the pass whose timer runs in this tab, or null. */
export const setRunningPass = (pass: RunningPass | null): void => {
  const before = store.get()
  if (before?.endsAt !== pass?.endsAt || before?.guestKey !== pass?.guestKey) store.set(pass)
}

export const useRunningPass = (): RunningPass | null => useStore(store, null)

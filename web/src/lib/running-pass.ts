import { createStore, useStore } from './store.ts'

/** A running pass. */
export interface RunningPass {
  /** Undefined for the pass of an account. */
  readonly guestKey: string | undefined
  /** ISO time. */
  readonly endsAt: string
}

const store = createStore<RunningPass | null>(null)

/** Sets the pass whose timer this tab follows, or null. */
export const setRunningPass = (pass: RunningPass | null): void => {
  const before = store.get()
  if (before?.endsAt !== pass?.endsAt || before?.guestKey !== pass?.guestKey) store.set(pass)
}

/** Returns the pass whose timer this tab follows. */
export const useFollowedPass = (): RunningPass | null => useStore(store, null)

import { createListeners, createStore, useStore } from './store.ts'

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

/** Returns the pass whose timer this tab follows, or null. */
export const followedPass = store.get

/** Returns the pass whose timer this tab follows. */
export const useFollowedPass = (): RunningPass | null => useStore(store, null)

const passChecks = createListeners()

/** Requests a check of the visitor's pass in the chat, if any: a withdrawal may have ended or shortened it. */
export const requestPassCheck = passChecks.notify

/** Calls `listener` on each request for a check. Returns an unsubscribe function. */
export const onPassCheck = passChecks.add

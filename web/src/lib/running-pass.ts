import { currentSession, onSessionEvent } from './session-store.ts'
import { createStore, useStore } from './store.ts'

/** A pass whose timer runs in this tab. */
export interface RunningPass {
  /** Undefined for the pass of an account. */
  readonly guestKey: string | undefined
  /** ISO time. */
  readonly endsAt: string
}

const store = createStore<RunningPass | null>(null)
/** Who was signed in when the pass was set. The pass of an account is theirs. */
let owner: string | undefined

/** Sets the pass whose timer runs in this tab, or null. */
export const setRunningPass = (pass: RunningPass | null): void => {
  owner = currentSession()?.user.id
  const before = store.get()
  if (before?.endsAt !== pass?.endsAt || before?.guestKey !== pass?.guestKey) store.set(pass)
}

/** Returns the pass, unless it belongs to the account of another user than the one who is signed in now. */
export const runningPass = (): RunningPass | null => {
  const pass = store.get()
  return pass?.guestKey === undefined && currentSession()?.user.id !== owner ? null : pass
}

const subscribe = (listener: () => void): (() => void) => {
  const unsubscribes = [store.subscribe(listener), onSessionEvent(listener)]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

export const useRunningPass = (): RunningPass | null => useStore({ get: runningPass, subscribe }, null)

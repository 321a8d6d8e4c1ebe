import { createStore } from '#web/lib/store.ts'

/** Calls that the server rejected until the admin enters the second factor. */
interface WaitingCall {
  readonly resume: () => void
  readonly cancel: () => void
}

/** True if the server has rejected a call because the second factor has not been entered, or has expired. */
export const stepUpRequired = createStore(false)

let waiting: readonly WaitingCall[] = []

/** Resolves once the admin has entered the second factor. Rejects with `failure` if the admin leaves the page. */
export const waitForStepUp = (failure: Error): Promise<void> =>
  new Promise((resolve, reject) => {
    waiting = [...waiting, { resume: resolve, cancel: () => reject(failure) }]
    stepUpRequired.set(true)
  })

const release = (act: (call: WaitingCall) => void): void => {
  const calls = waiting
  waiting = []
  stepUpRequired.set(false)
  for (const call of calls) act(call)
}

/** Continues the rejected calls. */
export const resumeCalls = (): void => release((call) => call.resume())

/** Rejects the waiting calls: the page that would ask for the code was left. */
export const cancelCalls = (): void => release((call) => call.cancel())

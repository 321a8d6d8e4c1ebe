import { CallError } from '#web/lib/call.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { toast } from '#web/ui/toast.ts'

const unauthorised = 401

/**
 * Returns whether a call failed because the session has ended, for example on another device. The call then did
 * nothing.
 */
const isSignedOut = (failure: unknown): boolean =>
  currentSession() === null && (!(failure instanceof CallError) || failure.status === unauthorised)

/**
 * Says in a toast that a call failed because the session has ended: the page, and with it the form that would show the
 * failure, is replaced at that moment. Does nothing after another failure. An earlier attempt whose response was lost may
 * have had an effect, so the text is about the last one.
 */
export const reportSignedOut = (failure: unknown, outcome = 'Your last action had no effect.'): void => {
  if (!isSignedOut(failure)) return
  const description = `${outcome} Please sign in and try again.`
  toast({ title: 'You’ve been signed out', description, variant: 'destructive' })
}

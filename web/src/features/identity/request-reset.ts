import { CallError } from '#web/lib/call.ts'
import { cleanEmail } from '#web/lib/clean-email.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { toast } from '#web/ui/toast.ts'
import { sendPasswordReset } from './api.ts'

const unknownReason = 'Please try again or contact support if the problem persists.'

/** Replaces the call layer's own texts, which do not say what to do. */
const reasonOf = (failure: unknown): string =>
  navigator.onLine && failure instanceof CallError && failure.hasNoServerMessage
    ? unknownReason
    : messageOf(failure, unknownReason)

/** Requests a reset email and shows the outcome in a toast. Returns whether the request succeeded. */
export const requestReset = async (email: string, fromAdmin = false): Promise<boolean> => {
  try {
    await sendPasswordReset(cleanEmail(email), fromAdmin)
    toast({
      title: 'Reset email sent',
      description: 'Check your inbox and spam folder for a link to reset your password.',
    })
    return true
  } catch (failure) {
    toast({
      title: 'Could not send reset email',
      description: reasonOf(failure),
      variant: 'destructive',
    })
    return false
  }
}

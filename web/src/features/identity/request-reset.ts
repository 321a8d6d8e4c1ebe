import { cleanEmail } from '#web/lib/clean-email.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { toast } from '#web/ui/toast.ts'
import { sendPasswordReset } from './api.ts'

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
      description: failureText(failure, 'Please try again or contact support if the problem persists.'),
      variant: 'destructive',
    })
    return false
  }
}

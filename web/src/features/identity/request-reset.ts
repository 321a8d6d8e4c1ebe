import { messageOf } from '../../lib/use-answer.ts'
import { toast } from '../../ui/toast.ts'
import { sendPasswordReset } from './api/send-password-reset.ts'

/** Has the link sent and says what came of it. Returns whether it worked. */
export const requestReset = async (email: string, fromAdmin = false): Promise<boolean> => {
  try {
    await sendPasswordReset(email, fromAdmin)
    toast({
      title: 'Reset email sent',
      description: 'Check your inbox and spam folder for a link to reset your password.',
    })
    return true
  } catch (failure) {
    toast({
      title: 'Could not send reset email',
      description: messageOf(failure, 'Please try again or contact support if the problem persists.'),
      variant: 'destructive',
    })
    return false
  }
}

import { messageOf } from '#web/lib/message-of.ts'
import { toast } from '#web/ui/toast.ts'

/** Shows a toast that explains why a sign-in failed. */
export const showSignInError = (failure: unknown): void =>
  toast({
    title: 'Sign in failed',
    description: messageOf(failure, 'Please check your credentials.'),
    variant: 'destructive',
  })

import { messageOf } from '../../lib/use-answer.ts'
import { toast } from '../../ui/toast.ts'

/** Says why a sign-in did not work. */
export const tellLoginFailed = (failure: unknown): void =>
  toast({
    title: 'Login failed',
    description: messageOf(failure, 'Please check your credentials.'),
    variant: 'destructive',
  })

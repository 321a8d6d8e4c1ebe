import { CallError } from '#web/lib/call.ts'
import type { CallBody } from '#web/lib/call.ts'
import { toast } from '#web/ui/toast.ts'
import { submitContact } from '../api.ts'

const submitFailed = 'Failed to submit message'
const sendFailed = 'Failed to send message. Please try again.'

const showError = (description: string): void =>
  toast({ title: 'Error', description, variant: 'destructive' })

/** Returns the server's message, or a fallback for a response without one and for a failed request. */
const errorText = (failure: unknown): string => {
  if (!(failure instanceof CallError)) return sendFailed
  if (!failure.hasNoServerMessage) return failure.message
  return failure.status === 0 ? sendFailed : submitFailed
}

/** Sends a message and shows the outcome in a toast. Returns true if the server accepted it. */
export const sendMessage = async (message: CallBody<'submit-contact'>): Promise<boolean> => {
  try {
    const { success } = await submitContact(message)
    if (!success) showError(submitFailed)
    else
      toast({
        title: 'Message Sent!',
        description: "Thank you for your message. We've received it and will get back to you soon.",
      })
    return success
  } catch (failure) {
    showError(errorText(failure))
    return false
  }
}

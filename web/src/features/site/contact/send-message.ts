import { CallError } from '../../../lib/call.ts'
import type { CallBody } from '../../../lib/call.ts'
import { toast } from '../../../ui/toast.ts'
import { submitContact } from '../api/submit-contact.ts'

const refused = 'Failed to submit message'
const lost = 'Failed to send message. Please try again.'

const tell = (description: string): void => toast({ title: 'Error', description, variant: 'destructive' })

/** In the server's words where it had some: it answered without any, or no answer came. */
const wordsOf = (failure: unknown): string => {
  if (!(failure instanceof CallError)) return lost
  if (!failure.wordless) return failure.message
  return failure.status === 0 ? lost : refused
}

/** Sends a message and says how it went; `true` when it has arrived. */
export const sendMessage = async (message: CallBody<'submit-contact'>): Promise<boolean> => {
  try {
    const { success } = await submitContact(message)
    if (!success) tell(refused)
    else
      toast({
        title: 'Message Sent!',
        description: "Thank you for your message. We've received it and will get back to you soon.",
      })
    return success
  } catch (failure) {
    tell(wordsOf(failure))
    return false
  }
}

import { useCallback, useState } from 'react'
import { failureText, hasNoReason } from '#web/lib/failure-text.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { useIsShown } from '#web/lib/use-is-shown.ts'
import { toast } from '#web/ui/toast.ts'
import { reportSignedOut } from './signed-out.ts'

interface SendErrorTexts {
  /** Name of the text, for example 'Your ticket'. */
  readonly subject: string
  /** Page on which the form keeps the text, for example 'on your profile'. */
  readonly place: string
}

interface SendError {
  readonly title: string
  readonly text: string
}

/** The server accepts the same text only once, so a repeat is safe. */
const errorOf = (subject: string, failure: unknown): SendError => ({
  title: hasNoReason(failure) ? `${subject} may not have been sent` : `${subject} was not sent`,
  text: failureText(failure, 'Please try again: it won’t be sent twice.'),
})

/**
 * Keeps why a text could not be sent, for its form. If the user has gone to another page during a slow request, reports it
 * in a toast instead.
 */
export const useSendError = ({ subject, place }: SendErrorTexts) => {
  const isShown = useIsShown()
  const [error, setError] = useState<SendError>()
  const report = (failure: unknown): void => {
    const sendError = errorOf(subject, failure)
    if (isShown.current) return setError(sendError)
    if (currentSession() === null) return reportSignedOut(failure)
    const { title, text } = sendError
    toast({ title, description: `${text} What you wrote is still ${place}.`, variant: 'destructive' })
  }
  const clear = useCallback(() => setError(undefined), [])
  return { error, report, clear }
}

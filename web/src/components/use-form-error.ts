import { useCallback, useState } from 'react'
import { failureText, hasNoReason } from '#web/lib/failure-text.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { useIsShown } from '#web/lib/use-is-shown.ts'
import { toast } from '#web/ui/toast.ts'
import { reportSignedOut } from './signed-out.ts'

interface FormErrorTexts {
  /** Title of a failure that has a reason: the server has stored nothing. */
  readonly failed: string
  /** Title of a failure without a reason: the server may have stored what was typed. */
  readonly uncertain: string
  /** Advice after a failure without a reason. */
  readonly advice: string
  /** Sentence for the toast on another page that says where the form has kept what was typed. */
  readonly kept?: string
}

interface FormError {
  readonly title: string
  readonly text: string
}

/**
 * Keeps why a form could not be sent, for the form. If the user has gone to another page during a slow request, reports it
 * in a toast instead.
 */
export const useFormError = ({ failed, uncertain, advice, kept }: FormErrorTexts) => {
  const isShown = useIsShown()
  const [error, setError] = useState<FormError>()
  const report = (failure: unknown): void => {
    const title = hasNoReason(failure) ? uncertain : failed
    const text = failureText(failure, advice)
    if (isShown.current) return setError({ title, text })
    if (currentSession() === null) return reportSignedOut(failure)
    toast({ title, description: kept === undefined ? text : `${text} ${kept}`, variant: 'destructive' })
  }
  const clear = useCallback(() => setError(undefined), [])
  return { error, report, clear }
}

interface SentText {
  /** Name of the text, for example 'Your ticket'. */
  readonly subject: string
  /** Page on which the form keeps the text, for example 'on your profile'. */
  readonly place: string
}

/** Keeps why a text could not be sent, as `useFormError` does. The server accepts the same text only once. */
export const useSendError = ({ subject, place }: SentText) =>
  useFormError({
    failed: `${subject} was not sent`,
    uncertain: `${subject} may not have been sent`,
    advice: 'Please try again: it won’t be sent twice.',
    kept: `What you wrote is still ${place}.`,
  })

import { useEffect } from 'react'
import type { Loaded, LoadFailure } from '#web/lib/use-loaded.ts'
import { type FailureToast, useFailureToast } from '#web/ui/use-failure-toast.ts'

const messageIn = ({ message }: LoadFailure): string => message

/**
 * Reports each failure of `useLoaded` in a toast, and closes the toast when loading has succeeded. Returns the toast.
 *
 * @param textOf returns the text of the toast, by default the message. Must be the same function on every render
 */
export const useLoadFailureToast = (
  { data, failure }: Pick<Loaded<unknown>, 'data' | 'failure'>,
  title: string,
  textOf: (failure: LoadFailure) => string = messageIn,
): FailureToast => {
  const failureToast = useFailureToast()
  useEffect(() => {
    if (failure) failureToast.show({ title, description: textOf(failure) })
  }, [failure, title, textOf, failureToast])
  useEffect(() => {
    if (data !== undefined) failureToast.close()
  }, [data, failureToast])
  return failureToast
}

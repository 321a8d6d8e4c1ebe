import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { refreshAccess, rereadAccess } from '#web/lib/access.ts'
import { pause } from '#web/lib/pause.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * State of the check after a return from the payment page. `unconfirmed`: the account has no access, and the page has
 * stopped checking.
 */
export type PaymentReturn = 'none' | 'checking' | 'granted' | 'unconfirmed'

const grantedToast = {
  title: 'Access Granted!',
  description: 'Your payment was successful and profile access has been unlocked.',
  durationMs: 5000,
}

/** Pauses between the checks, in milliseconds: half a minute in total, which is enough for a late webhook. */
const pausesMs: readonly number[] = [0, 2000, 4000, 8000, 16_000]

const hasAccess = (access: AccessStatus | undefined): boolean =>
  access !== undefined && (access.isSubscribed || access.hasOneTimeAccess)

/** Checks until the account has access or the pauses are used up. */
const waitForAccess = async (signal: AbortSignal): Promise<boolean> => {
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await pause(pauseMs)
    if (signal.aborted) return false
    // eslint-disable-next-line no-await-in-loop -- each check waits for the previous one
    if (hasAccess(await rereadAccess())) return true
  }
  return false
}

/**
 * Reports, once, whether a payment has given access, and removes the parameter from the address. Anyone can open the
 * address, so the account's own access decides.
 */
export const usePaymentReturn = (): { state: PaymentReturn; retry: () => void } => {
  const [query, setQuery] = useSearchParams()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<PaymentReturn>('none')
  const returned = query.get('payment') === 'success'
  useEffect(() => {
    if (!returned) return
    setAttempt((count) => count + 1)
    setQuery(
      (before) => {
        before.delete('payment')
        return before
      },
      { replace: true },
    )
  }, [returned, setQuery])
  useEffect(() => {
    if (attempt === 0) return undefined
    const unmounted = new AbortController()
    const check = async () => {
      const granted = await waitForAccess(unmounted.signal)
      if (unmounted.signal.aborted) return
      setState(granted ? 'granted' : 'unconfirmed')
      if (granted) toast(grantedToast)
    }
    setState('checking')
    void check()
    return () => unmounted.abort()
  }, [attempt])
  const retry = useCallback(() => {
    void refreshAccess() // also checks with the payment provider
    setAttempt((count) => count + 1)
  }, [])
  return { state, retry }
}

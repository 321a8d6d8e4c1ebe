import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as storageKeys from '../../../../shared/values/storage-keys.ts'
import { refreshAccess } from '../../lib/access.ts'
import * as paths from '../../lib/paths.ts'
import { store } from '../../lib/stored.ts'
import { toast } from '../../ui/toast.ts'
import type { ToastOptions } from '../../ui/toast.ts'
import { verifyPurchase } from './verify-purchase.ts'
import type { Purchase } from './verify-purchase.ts'

/**
 * `waiting`: the provider has not confirmed the payment yet, and we keep asking. `unconfirmed`: we have
 * stopped asking. `in mail`: only the link in the receipt opens what was paid for. `done`: the person is being taken to what they bought.
 */
export type Verification = 'none' | 'verifying' | 'waiting' | 'unconfirmed' | 'in mail' | 'failed' | 'done'

/** Pauses before asking again, in milliseconds: half a minute in all, which covers a late webhook. */
const retryPausesMs: readonly number[] = [2000, 4000, 8000, 16_000]

const outcomes: Readonly<
  Record<Exclude<Purchase['kind'], 'unknown' | 'key in mail'>, { toast: ToastOptions; path: string }>
> = {
  'guest pass': { toast: { title: 'Guest pass activated' }, path: `${paths.liveChat}?open=chat` },
  'one-time': { toast: { title: 'Profile access unlocked' }, path: `${paths.profile}?payment=success` },
  subscription: { toast: { title: 'Subscription active' }, path: paths.library },
}

/** Verifies the payment of a checkout session, tells the person and takes them to what they bought. */
export const useVerification = (sessionId: string | null): { state: Verification; again: () => void } => {
  const navigate = useNavigate()
  const [state, setState] = useState<Verification>(sessionId ? 'verifying' : 'none')
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (!sessionId) return
    const leaving = new AbortController()
    const run = async () => {
      const purchase = await settled(sessionId, leaving.signal, () => {
        setState('waiting')
        toast({
          title: 'Verification complete',
          description: 'If your access does not show yet, refresh your status on the Subscribe page.',
        })
      })
      if (leaving.signal.aborted) return
      if (purchase.kind === 'unknown') return setState('unconfirmed')
      if (purchase.kind === 'key in mail') return setState('in mail')
      if (purchase.kind === 'guest pass') store(storageKeys.guestKey, purchase.guestKey)
      setState('done')
      if (purchase.kind === 'subscription') forgetSignUp()
      toast(outcomes[purchase.kind].toast)
      await refreshAccess() // so that the next page does not ask for a subscription that is there
      if (!leaving.signal.aborted) void navigate(outcomes[purchase.kind].path, { replace: true })
    }
    run().catch(() => {
      if (leaving.signal.aborted) return
      setState('failed')
      toast({
        title: 'Verification unavailable',
        description: 'Your payment is safe. Please check again in a moment.',
        variant: 'destructive',
      })
    })
    return () => leaving.abort()
  }, [sessionId, attempt, navigate])

  const again = useCallback(() => {
    setState('verifying')
    setAttempt((count) => count + 1)
  }, [])
  return { state, again }
}

/** What a sign-up left for the payment has served: who it was is not left in the browser. */
const forgetSignUp = () => {
  for (const key of [
    storageKeys.pendingSignupUserInfo,
    storageKeys.pendingSignupPlan,
    storageKeys.selectedPlan,
  ] as const)
    store(key, null)
}

/** Asks until the payment is confirmed or patience is over; `onWait` is called once, before the second time. */
const settled = async (sessionId: string, signal: AbortSignal, onWait: () => void): Promise<Purchase> => {
  let purchase = await verifyPurchase(sessionId)
  if (purchase.kind === 'unknown' && !signal.aborted) onWait()
  for (const pauseMs of retryPausesMs) {
    if (purchase.kind !== 'unknown' || signal.aborted) return purchase
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (signal.aborted) return purchase
    // eslint-disable-next-line no-await-in-loop -- each attempt waits for the one before
    purchase = await verifyPurchase(sessionId)
  }
  return purchase
}

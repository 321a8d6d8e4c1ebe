import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type ReversalReason, reversalReasons } from '#shared/values/reversal-reasons.ts'
import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { refreshAccess } from '#web/lib/access.ts'
import { CallError } from '#web/lib/call.ts'
import { offerGuestKey } from '#web/lib/guest-key.ts'
import { pause } from '#web/lib/pause.ts'
import { store, stored } from '#web/lib/browser-storage.ts'
import { toast, type ToastOptions } from '#web/ui/toast.ts'
import { verifyPurchase, type Purchase } from './verify-purchase.ts'

/**
 * `waiting`: the provider hasn’t confirmed the payment yet, and the page keeps checking. `unconfirmed`: the page has
 * stopped checking. `refunded`, `disputed`, `dispute_lost`: the payment no longer counts. `pass over`, `subscription ended`,
 * `payment due`: what was paid for gives no access now. `key in email`: only the link in the pass email activates the
 * pass. `done`: the page redirects to the purchase. `active`: like `done`, for a subscription that another session may
 * have paid for. `not found`: there is no such session, or it belongs to another account.
 */
export type Verification =
  | 'none'
  | 'verifying'
  | 'waiting'
  | 'unconfirmed'
  | ReversalReason
  | 'key in email'
  | 'pass over'
  | 'subscription ended'
  | 'payment due'
  | 'failed'
  | 'not found'
  | 'done'
  | 'active'

/** Pauses between the checks, in milliseconds: half a minute in total, which is enough for a late webhook. */
const retryPausesMs: readonly number[] = [2000, 4000, 8000, 16_000]

/** Time to read that the payment was successful before the page redirects, in milliseconds. */
const readingTimeMs = 1000

const subscription = { toast: { title: 'Subscription active' }, path: paths.library }

interface Outcome {
  readonly toast: ToastOptions
  readonly path: string
}

/** The toast and the page for each kind of purchase that gives access now. */
const outcomes: Readonly<Record<'guest pass' | 'one-time' | 'subscription' | 'other subscription', Outcome>> =
  {
    'guest pass': { toast: { title: 'Guest pass activated' }, path: `${paths.liveChat}?open=chat` },
    'one-time': { toast: { title: 'Profile access unlocked' }, path: `${paths.profile}?payment=success` },
    subscription,
    'other subscription': subscription,
  }

const givesAccess = (kind: Purchase['kind']): kind is keyof typeof outcomes => kind in outcomes

/** Verifies the payment of a checkout session, shows the result and redirects to the purchase. */
export const useVerification = (sessionId: string | null): { state: Verification; retry: () => void } => {
  const navigate = useNavigate()
  const [state, setState] = useState<Verification>(sessionId ? 'verifying' : 'none')
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (!sessionId) return
    const unmounted = new AbortController()
    const run = async () => {
      const purchase = await pollPurchase(sessionId, unmounted.signal, () => {
        setState('waiting')
        toast({
          title: 'Verification complete',
          description: 'If your access does not show yet, refresh your status on the Subscribe page.',
        })
      })
      if (unmounted.signal.aborted) return
      const { kind } = purchase
      if (kind === 'unknown') return setState('unconfirmed')
      if (!givesAccess(kind)) return setState(kind)
      if (purchase.kind === 'guest pass') keepPass(purchase.guestKey)
      const outcome = outcomes[kind]
      setState(kind === 'other subscription' ? 'active' : 'done')
      if (outcome === subscription) clearSignUp()
      toast(outcome.toast)
      // The access is loaded again so that the next page does not offer a subscription to a subscriber.
      await Promise.all([refreshAccess(), pause(readingTimeMs)])
      if (!unmounted.signal.aborted) void navigate(outcome.path, { replace: true })
    }
    run().catch((failure: unknown) => {
      if (unmounted.signal.aborted) return
      const isUnknown = failure instanceof CallError && failure.code === 'not_found'
      setState(isUnknown ? 'not found' : 'failed')
      toast({
        title: 'Verification unavailable',
        description: isUnknown
          ? 'We couldn’t find this payment in your account.'
          : 'If you have paid, your payment is safe. Please check again in a moment.',
        variant: 'destructive',
      })
    })
    return () => unmounted.abort()
  }, [sessionId, attempt, navigate])

  const retry = useCallback(() => {
    setState('verifying')
    setAttempt((count) => count + 1)
  }, [])
  return { state, retry }
}

/** Returns whether a payment that was made no longer counts. */
export const isReversal = (kind: Verification): kind is ReversalReason =>
  reversalReasons.some((reason) => reason === kind)

/** Stores the key of a pass. The live chat page asks before it replaces another pass, bought in another tab. */
const keepPass = (guestKey: string) => {
  const kept = stored(storageKeys.guestKey)
  if (kept && kept !== guestKey) offerGuestKey(guestKey, 'payment')
  else store(storageKeys.guestKey, guestKey)
}

/** Removes the personal data that a sign-up kept in the browser for the payment. */
const clearSignUp = () => {
  for (const key of [
    storageKeys.pendingSignupUserInfo,
    storageKeys.pendingSignupPlan,
    storageKeys.selectedPlan,
  ] as const)
    store(key, null)
}

/** Checks until the payment is confirmed or the pauses are used up. Calls `onWait` once, before the second check. */
const pollPurchase = async (
  sessionId: string,
  signal: AbortSignal,
  onWait: () => void,
): Promise<Purchase> => {
  let purchase = await verifyPurchase(sessionId)
  if (purchase.kind === 'unknown' && !signal.aborted) onWait()
  for (const pauseMs of retryPausesMs) {
    if (purchase.kind !== 'unknown' || signal.aborted) return purchase
    await pause(pauseMs)
    if (signal.aborted) return purchase
    // eslint-disable-next-line no-await-in-loop -- each check waits for the previous one
    purchase = await verifyPurchase(sessionId)
  }
  return purchase
}

import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import { CallError } from '#web/lib/call.ts'
import { choosePlan } from '#web/lib/saved-plan.ts'
import { refreshIfOutdated } from '#web/lib/outdated-access.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { useIsShown } from '#web/lib/use-is-shown.ts'
import { useOpenHere } from '#web/lib/use-open-here.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { toast } from '#web/ui/toast.ts'
import { createCheckout } from './api.ts'
import { loadBuyer } from './buyer.ts'

interface Checkout {
  /** The plan whose payment page is being opened. */
  opening: SubscriptionPlan | undefined
  start: (plan: SubscriptionPlan) => void
}

/** Opens the hosted payment page for a plan in this tab. Redirects signed-out visitors to the sign-in page. */
export const useCheckout = (signedIn: boolean): Checkout => {
  const navigate = useNavigate()
  const [opening, setOpening] = useState<SubscriptionPlan>()
  const openHere = useOpenHere()
  const isShown = useIsShown()
  const start = useCallback(
    (plan: SubscriptionPlan) => {
      choosePlan(plan)
      const askToSignIn = () => {
        toast({
          title: 'Login required',
          description: 'Please login to start a subscription.',
          variant: 'destructive',
        })
        void navigate(paths.login)
      }
      if (!signedIn) return askToSignIn()
      setOpening(plan)
      paymentPageUrl(plan).then(openHere, (failure: unknown) => {
        setOpening(undefined)
        // The session has expired. After sign-in, the plan that was chosen in this tab leads back here.
        if (currentSession() !== null) reportFailure(failure)
        else if (isShown.current) askToSignIn()
      })
    },
    [signedIn, navigate, openHere, isShown],
  )
  return { opening, start }
}

const paymentPageUrl = async (plan: SubscriptionPlan): Promise<string> => {
  const { url } = await createCheckout({ plan, userInfo: await loadBuyer() })
  if (!url) throw new Error('No checkout URL returned')
  // The payment page shows the buyer's address, and would charge a user who has signed out in another tab.
  if (currentSession() === null) throw new Error('No active session')
  return url
}

/** Returns the reason to show. Replaces the call layer's own texts, which do not say what to do. */
const reasonOf = (failure: unknown): string =>
  failure instanceof CallError && failure.hasNoServerMessage
    ? 'Please try again.'
    : messageOf(failure, 'Could not start checkout')

const reportFailure = (failure: unknown): void => {
  toast({ title: 'Unable to start checkout', description: reasonOf(failure), variant: 'destructive' })
  refreshIfOutdated(failure)
}

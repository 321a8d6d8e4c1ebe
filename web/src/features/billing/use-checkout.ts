import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SubscriptionPlan } from '../../../../shared/values/plans.ts'
import { refreshAccess } from '../../lib/access.ts'
import { CallError } from '../../lib/call.ts'
import * as paths from '../../lib/paths.ts'
import { messageOf } from '../../lib/use-answer.ts'
import { toast } from '../../ui/toast.ts'
import { createCheckout } from './api/create-checkout.ts'
import { buyer } from './buyer.ts'

interface Checkout {
  /** The plan whose payment page is being opened. */
  opening: SubscriptionPlan | undefined
  start: (plan: SubscriptionPlan) => void
}

/** Opens the hosted payment page for a plan, in this page; a signed-out visitor goes to sign in first. */
export const useCheckout = (signedIn: boolean): Checkout => {
  const navigate = useNavigate()
  const [opening, setOpening] = useState<SubscriptionPlan>()
  const start = useCallback(
    (plan: SubscriptionPlan) => {
      if (!signedIn) {
        toast({
          title: 'Login required',
          description: 'Please login to start a subscription.',
          variant: 'destructive',
        })
        void navigate(paths.login)
        return
      }
      setOpening(plan)
      paymentPage(plan).then(
        (url) => window.location.assign(url),
        (failure: unknown) => {
          setOpening(undefined)
          report(failure)
        },
      )
    },
    [signedIn, navigate],
  )
  return { opening, start }
}

const paymentPage = async (plan: SubscriptionPlan): Promise<string> => {
  const { url } = await createCheckout({ plan, userInfo: await buyer() })
  if (!url) throw new Error('No checkout URL returned')
  return url
}

const report = (failure: unknown): void => {
  toast({ title: 'Unable to start checkout', description: messageOf(failure), variant: 'destructive' })
  // The page was out of date: another tab or device has paid.
  if (failure instanceof CallError && failure.code === 'already_subscribed') void refreshAccess()
}

import { useState } from 'react'
import { moneyText } from '#shared/rules/money.ts'
import { planFacts } from '#shared/values/plans.ts'
import type { Billing } from '#web/lib/billing.ts'
import { dayText } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../account.module.css'
import { resumeSubscription } from '../api.ts'
import { reloadSoon, reportEnded, runAction } from '../run-action.ts'

interface CancelledSubscriptionProps {
  /** Null while a payment is due, because there is no access that could end. */
  readonly end: string | null
  /** Undefined while it is not known. */
  readonly subscription: Billing['subscription'] | undefined
}

/**
 * Returns what a resumed subscription costs and when. The member may expect another plan, because a cancellation also
 * cancels a scheduled change.
 */
const renewalTexts = ({ end, subscription }: CancelledSubscriptionProps) => {
  if (end === null || !subscription || subscription.plan === null) return undefined
  const { plan, amountMinor, currency, interval } = subscription
  const name = planFacts[plan].name.toLowerCase()
  return {
    before: `If you resume, your ${name} plan (${moneyText(amountMinor, currency)} each ${interval}) renews on ${dayText(end)}.`,
    after: `Your ${name} plan will renew on ${dayText(end)}.`,
  }
}

/** States when a cancelled subscription ends, and offers to resume it. */
export const CancelledSubscription = ({ end, subscription }: CancelledSubscriptionProps) => {
  const [busy, setBusy] = useState(false)
  const renewal = renewalTexts({ end, subscription })
  const resume = async () => {
    setBusy(true)
    const failureText = 'Failed to resume subscription. Please try again.'
    const done = await runAction(resumeSubscription, failureText, {
      onConflict: reportEnded,
      isDone: (access) => access?.isSubscribed === true && !access.cancelAtPeriodEnd,
    })
    if (done) {
      const description = renewal?.after ?? 'Your subscription is no longer cancelled.'
      toast({ title: 'Subscription resumed', description })
      reloadSoon('actions')
    } else setBusy(false)
  }
  return (
    <>
      <div className={styles.action}>
        <Button variant="secondary" wide disabled>
          Cancellation Scheduled
        </Button>
        <p className={styles.detail}>
          {end === null ? 'Your subscription will not renew' : `Access ends on ${dayText(end)}`}
        </p>
      </div>
      <div className={styles.action}>
        <Button variant="secondary" wide loading={busy} onClick={() => void resume()}>
          Resume Subscription
        </Button>
        {renewal ? <p className={styles.detail}>{renewal.before}</p> : null}
      </div>
    </>
  )
}

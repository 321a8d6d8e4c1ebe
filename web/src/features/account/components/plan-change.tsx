import { useState } from 'react'
import { planFacts, type SubscriptionPlan } from '#shared/values/plans.ts'
import type { Billing } from '#web/lib/billing.ts'
import { dayText } from '#web/lib/dates.ts'
import { moneyText } from '#web/lib/money.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../account.module.css'
import { changePlan } from '../api.ts'
import { reloadSoon, runAction } from '../run-action.ts'
import { ChangePlanDialog } from './change-plan-dialog.tsx'

type Subscription = NonNullable<Billing['subscription']>

/** Offers a change of plan, or shows the scheduled one. Hidden if the subscription does not renew. */
export const PlanChange = ({ subscription }: { subscription: Subscription }) => {
  const { plan, nextChargeAt, scheduledChange } = subscription
  if (plan === null || nextChargeAt === null) return null
  return scheduledChange === null ? (
    <Offer current={plan} />
  ) : (
    <Scheduled current={plan} change={scheduledChange} />
  )
}

const Offer = ({ current }: { current: SubscriptionPlan }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" wide onClick={() => setOpen(true)}>
        Change Plan
      </Button>
      <ChangePlanDialog
        open={open}
        onOpenChange={setOpen}
        current={current}
        plan={current === 'monthly' ? 'annual' : 'monthly'}
      />
    </>
  )
}

interface ScheduledProps {
  readonly current: SubscriptionPlan
  readonly change: NonNullable<Subscription['scheduledChange']>
}

const Scheduled = ({ current, change }: ScheduledProps) => {
  const [busy, setBusy] = useState(false)
  const { plan, amountMinor, currency, interval, startsAt } = change
  const price = `${moneyText(amountMinor, currency)} each ${interval}`
  const withdraw = async () => {
    setBusy(true)
    const keep = () => changePlan({ plan: current })
    if (!(await runAction(keep, 'Failed to keep your plan. Please try again.'))) return setBusy(false)
    toast({
      title: 'Plan kept',
      description: `Your ${planFacts[current].name.toLowerCase()} plan continues.`,
    })
    reloadSoon()
  }
  return (
    <div className={styles.planChange}>
      <p>
        Changes on {dayText(startsAt)} to{' '}
        <strong>{plan === null ? price : `${planFacts[plan].name}, ${price}`}</strong>.
      </p>
      <Button variant="secondary" size="small" loading={busy} onClick={() => void withdraw()}>
        Keep {planFacts[current].name} Plan
      </Button>
    </div>
  )
}

import { useState } from 'react'
import { planFacts, type SubscriptionPlan } from '#shared/values/plans.ts'
import { moneyText } from '#shared/rules/money.ts'
import { type Billing, getBilling } from '#web/lib/billing.ts'
import { dayText, timeText } from '#web/lib/dates.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './billing.module.css'
import { changePlan } from '../api.ts'
import { reloadSoon, runAction } from '../run-action.ts'
import { useAccountForms } from './use-account-forms.ts'

type Subscription = NonNullable<Billing['subscription']>

/** Offers a change of plan, or shows the scheduled or pending one. Hidden if the subscription does not renew. */
export const PlanChange = ({ subscription }: { subscription: Subscription }) => {
  const { plan, nextChargeAt, scheduledChange, pendingChange } = subscription
  if (plan === null || nextChargeAt === null) return null
  if (pendingChange !== null) return <Pending current={plan} change={pendingChange} />
  return scheduledChange === null ? (
    <Offer current={plan} />
  ) : (
    <Scheduled current={plan} change={scheduledChange} />
  )
}

const Offer = ({ current }: { current: SubscriptionPlan }) => {
  const [open, setOpen] = useState(false)
  const forms = useAccountForms(open, () => setOpen(false))
  return (
    <>
      <Button variant="secondary" wide loading={open && !forms} onClick={() => setOpen(true)}>
        Change Plan
      </Button>
      {forms ? (
        <forms.ChangePlanDialog
          open={open}
          onOpenChange={setOpen}
          current={current}
          plan={current === 'monthly' ? 'annual' : 'monthly'}
        />
      ) : null}
    </>
  )
}

interface ScheduledProps {
  readonly current: SubscriptionPlan
  readonly change: NonNullable<Subscription['scheduledChange']>
}

/** Returns whether the subscription renews with this plan. False if that is not known. */
const renewsWith = async (plan: SubscriptionPlan): Promise<boolean> => {
  const subscription = (await getBilling().catch(() => undefined))?.subscription
  return (
    subscription?.plan === plan &&
    subscription.nextChargeAt !== null &&
    !subscription.scheduledChange &&
    !subscription.pendingChange
  )
}

/** Cancels the change, and reloads the page once there was time to read the toast. */
const useKeepPlan = (current: SubscriptionPlan) => {
  const [busy, setBusy] = useState(false)
  const keepPlan = async () => {
    setBusy(true)
    const cancelChange = () => changePlan({ plan: current })
    const failureText = 'Failed to keep your plan. Please try again.'
    const done = await runAction(cancelChange, failureText, { isDone: () => renewsWith(current) })
    if (!done) return setBusy(false)
    toast({
      title: 'Plan kept',
      description: `Your ${planFacts[current].name.toLowerCase()} plan continues.`,
    })
    reloadSoon('billing')
  }
  return { busy, keepPlan }
}

interface PendingProps {
  readonly current: SubscriptionPlan
  readonly change: NonNullable<Subscription['pendingChange']>
}

/** Asks to confirm the payment of a change with the bank. It takes effect then, or is dropped. */
const Pending = ({ current, change }: PendingProps) => {
  const { busy, keepPlan } = useKeepPlan(current)
  const { plan, amountMinor, currency, url, expiresAt } = change
  const name = plan === null ? 'new' : planFacts[plan].name.toLowerCase()
  return (
    <Alert
      kind="warning"
      title="Your bank needs you to confirm the payment"
      actions={
        <>
          <Button onClick={() => window.location.assign(url)}>
            Confirm {moneyText(amountMinor, currency)} with your bank
          </Button>
          <Button variant="secondary" loading={busy} onClick={() => void keepPlan()}>
            Keep {planFacts[current].name} Plan
          </Button>
        </>
      }
    >
      Your {name} plan starts as soon as you confirm the payment. If you don&rsquo;t confirm it by{' '}
      {timeText(expiresAt)}, nothing is charged and your {planFacts[current].name.toLowerCase()} plan
      continues.
    </Alert>
  )
}

const Scheduled = ({ current, change }: ScheduledProps) => {
  const { busy, keepPlan } = useKeepPlan(current)
  const { plan, amountMinor, currency, interval, startsAt } = change
  const price = `${moneyText(amountMinor, currency)} each ${interval}`
  return (
    <div className={styles.planChange}>
      <p>
        Changes on {dayText(startsAt)} to{' '}
        <strong>{plan === null ? price : `${planFacts[plan].name}, ${price}`}</strong>.
      </p>
      <Button variant="secondary" size="small" loading={busy} onClick={() => void keepPlan()}>
        Keep {planFacts[current].name} Plan
      </Button>
    </div>
  )
}

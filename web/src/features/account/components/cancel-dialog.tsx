import { useState } from 'react'
import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { planFacts, type SubscriptionPlan } from '#shared/values/plans.ts'
import type { Billing } from '#web/lib/billing.ts'
import { dayText } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../account.module.css'
import { cancelSubscription } from '../api.ts'
import { reloadSoon, reportEnded, runAction } from '../run-action.ts'

interface CancelDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  readonly email: string
  readonly access: AccessStatus
  /** The charges of the subscription. Undefined while they are not known. */
  readonly billing: Billing | undefined
}

const paidTexts = (end: string | undefined) => ({
  done: 'You won’t be charged again.',
  description: end
    ? `Your access ends on ${end}. Until then, your subscription stays active.`
    : 'Your subscription stays active until the end of the period you have paid for.',
  renewal: 'No auto-renewal: you won’t be charged again.',
  access: end ? `Access is kept until period end, ${end}.` : 'Access is kept until period end.',
})
const renewingTexts = (end: string | undefined): ReturnType<typeof paidTexts> => ({
  done: 'We’re still taking the payment for your renewal. After that, you won’t be charged again.',
  description: `We’re still taking the payment for the period that has just started. ${paidTexts(end).description}`,
  renewal: 'No auto-renewal: after this payment, you won’t be charged again.',
  access: `${paidTexts(end).access.slice(0, -1)}, as long as this payment goes through.`,
})

/**
 * Texts for when it is not known whether the renewal is still being charged. They do not promise that nothing more is.
 */
const unknownTexts = (end: string | undefined): ReturnType<typeof paidTexts> => ({
  ...paidTexts(end),
  done: 'Your subscription won’t renew.',
  renewal: 'No auto-renewal: you won’t be charged for another period.',
})

const unpaidTexts = (end: string | undefined): ReturnType<typeof paidTexts> => ({
  done: 'Your subscription won’t renew. You still need to pay the open invoice.',
  description: `Your subscription ends ${end ? `on ${end}` : 'with its current period'}. You still need to pay the open invoice.`,
  renewal: 'No auto-renewal: you won’t be charged for another period.',
  access: 'Access is kept until period end, once the open invoice is paid.',
})

const disputedTexts = (): ReturnType<typeof paidTexts> => ({
  done: 'You won’t be charged again.',
  description:
    'Your subscription will end with the current period, whatever your bank decides about the dispute.',
  renewal: 'No auto-renewal: you won’t be charged again.',
  access:
    'You can’t use your subscription until then, unless the dispute is withdrawn or decided in our favour.',
})

/**
 * Returns the texts for the state of the subscription's payments. An open invoice comes before a dispute: paying it gives
 * access until the period ends, whatever the bank decides about another payment.
 */
const textsFor = ({ isSubscribed, paymentDue, disputed }: AccessStatus, billing: Billing | undefined) => {
  if (!isSubscribed) return disputed && !paymentDue ? disputedTexts : unpaidTexts
  if (billing === undefined) return unknownTexts
  return (billing.subscription?.renewalChargedAt ?? null) === null ? paidTexts : renewingTexts
}

/** Returns the plan of a scheduled or pending change, which the cancellation cancels too. */
const changeOf = (subscription: Billing['subscription'] | undefined): SubscriptionPlan | undefined =>
  (subscription?.scheduledChange ?? subscription?.pendingChange)?.plan ?? undefined

/** Asks for confirmation before the subscription is cancelled, and explains the consequences. */
export const CancelDialog = ({ open, onOpenChange, email, access, billing }: CancelDialogProps) => {
  const end = access.subscriptionEnd === null ? undefined : dayText(access.subscriptionEnd)
  const texts = textsFor(access, billing)(end)
  const changesTo = changeOf(billing?.subscription)
  const [busy, setBusy] = useState(false)
  /** Closes the dialog before the page loads its data again: there is no text for an account without a subscription. */
  const onEnded = () => {
    reportEnded()
    onOpenChange(false)
  }
  const cancel = async () => {
    setBusy(true)
    const failureText = 'Failed to cancel subscription. Please try again.'
    const done = await runAction(cancelSubscription, failureText, {
      onConflict: onEnded,
      isDone: (latest) => latest?.cancelAtPeriodEnd === true,
    })
    setBusy(false)
    if (!done) return
    toast({ title: 'Subscription cancelled', description: texts.done })
    onOpenChange(false)
    reloadSoon('actions')
  }
  return (
    <Dialog
      open={open}
      busy={busy}
      onOpenChange={onOpenChange}
      title="Cancel your subscription?"
      description={`This is the subscription of ${email}. ${texts.description}`}
      actions={
        <>
          <Button variant="secondary" disabled={busy} onClick={() => onOpenChange(false)}>
            Keep Subscription
          </Button>
          <Button variant="destructive" loading={busy} onClick={() => void cancel()}>
            Cancel Subscription
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        <li>{texts.renewal}</li>
        <li>{texts.access}</li>
        {changesTo ? (
          <li>Your change to the {planFacts[changesTo].name.toLowerCase()} plan is cancelled too.</li>
        ) : null}
        <li>You can resubscribe at any time.</li>
        <li>Your data is safe: we keep your account.</li>
      </ul>
    </Dialog>
  )
}

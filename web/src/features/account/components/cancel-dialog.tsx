import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../account.module.css'
import { cancelSubscription } from '../api/cancel-subscription.ts'
import { attempt, reloadSoon } from '../attempt.ts'

/** Asks before the subscription is cancelled, and says what that means. */
export const CancelDialog = ({ open, onOpenChange }: Pick<DialogProps, 'open' | 'onOpenChange'>) => {
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    const done = await attempt(cancelSubscription, 'Failed to cancel subscription. Please try again.')
    if (!done) return setBusy(false)
    toast({ title: 'Subscription cancelled', description: 'You will not be charged again.' })
    reloadSoon()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel your subscription?"
      description="Your subscription stays active until the end of the period that you have paid for."
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
        <li>No auto-renewal: you will not be charged again.</li>
        <li>Access is kept until period end.</li>
        <li>You can resubscribe at any time.</li>
        <li>Your data is safe: your account stays.</li>
      </ul>
    </Dialog>
  )
}

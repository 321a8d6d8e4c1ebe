import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, type DialogProps } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../account.module.css'
import { cancelSubscription } from '../api/cancel-subscription.ts'
import { attempt, reloadSoon } from '../attempt.ts'

interface CancelDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  /** A charge is unpaid: it stays due, and access waits for it. */
  readonly unpaid: boolean
}

const paidWords = {
  done: 'You will not be charged again.',
  description: 'Your subscription stays active until the end of the period that you have paid for.',
  renewal: 'No auto-renewal: you will not be charged again.',
  access: 'Access is kept until period end.',
}
const unpaidWords: typeof paidWords = {
  done: 'It will not renew. The open invoice stays due.',
  description: 'Your subscription ends with its current period. The open invoice stays due.',
  renewal: 'No auto-renewal: no further period is charged.',
  access: 'Access is kept until period end, once the open invoice is paid.',
}

/** Asks before the subscription is cancelled, and says what that means. */
export const CancelDialog = ({ open, onOpenChange, unpaid }: CancelDialogProps) => {
  const words = unpaid ? unpaidWords : paidWords
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    const done = await attempt(cancelSubscription, 'Failed to cancel subscription. Please try again.')
    if (!done) return setBusy(false)
    toast({ title: 'Subscription cancelled', description: words.done })
    reloadSoon()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel your subscription?"
      description={words.description}
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
        <li>{words.renewal}</li>
        <li>{words.access}</li>
        <li>You can resubscribe at any time.</li>
        <li>Your data is safe: your account stays.</li>
      </ul>
    </Dialog>
  )
}

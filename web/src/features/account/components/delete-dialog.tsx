import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { moneyText } from '#shared/rules/money.ts'
import { brand, mailboxPeriod } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { type CheckedDialogProps, ConfirmIdentityFirst } from '#web/components/confirm-identity.tsx'
import { retentionTexts } from '#web/content/retention-texts.ts'
import type { Billing } from '#web/lib/billing.ts'
import { CallError } from '#web/lib/call.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { signedInRecently } from '#web/lib/session.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../account.module.css'
import { deleteAccount } from '../api.ts'
import { unusedPurchases } from '../remaining-access.ts'

type DeleteDialogProps = Pick<DialogProps, 'open' | 'onOpenChange'> & {
  readonly access: AccessStatus
  readonly credit: Billing['credit']
  readonly email: string
  readonly onDeleted: () => void
}

/** Returns why nothing was deleted, if the server gave a reason. */
const reasonOf = (failure: unknown): string | undefined =>
  failure instanceof CallError && (failure.status === 502 || failure.status === 409)
    ? `${messageOf(failure)} Nothing was deleted, and your account is unchanged.`
    : undefined

/** Longest age of a sign-in that may delete the account without confirmation. */
const tenMinutes = { seconds: 10 * 60, text: 'ten minutes' }

/**
 * Asks for confirmation before the account is permanently deleted. Asks the user to confirm their identity first if
 * the sign-in is older than ten minutes.
 */
export const DeleteDialog = (props: DeleteDialogProps) => (
  <ConfirmIdentityFirst
    {...props}
    maxAge={tenMinutes}
    action={`delete ${props.email}`}
    nextStep="delete your account within ten minutes"
  >
    {(dialog) => <Confirmation {...props} {...dialog} />}
  </ConfirmIdentityFirst>
)

type ConfirmationProps = DeleteDialogProps & CheckedDialogProps

const Confirmation = (props: ConfirmationProps) => {
  const { open, onOpenChange, access, credit, email } = props
  const lost = [...unusedPurchases(access, serverNow()), ...(credit ? [lostCredit(credit)] : [])]
  const { busy, reason, remove } = useDeletion(props)
  return (
    <Dialog
      open={open}
      busy={busy}
      onOpenChange={onOpenChange}
      title="Delete your account?"
      description={`This is permanent and cannot be undone. The account ${email} will be deleted, and any subscription will end immediately.`}
      actions={
        <>
          <Button variant="secondary" disabled={busy} onClick={() => onOpenChange(false)}>
            Keep My Account
          </Button>
          <Button variant="destructive" loading={busy} onClick={remove}>
            Delete My Account
          </Button>
        </>
      }
    >
      {reason ? (
        <div className={styles.alert}>
          <Alert kind="error">{reason}</Alert>
        </div>
      ) : null}
      <Consequences lost={lost} mayWithdraw={mayWithdraw(access)} />
    </Dialog>
  )
}

const lostCredit = ({ amountMinor, currency }: NonNullable<Billing['credit']>): string =>
  `Your credit of ${moneyText(amountMinor, currency)}: if you paid for it, email ${brand.supportEmail} first`

const useDeletion = ({ onDeleted, onTooOld, onFailed }: ConfirmationProps) => {
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const reportFailure = (failure: unknown) => {
    setBusy(false)
    if (onFailed(failure)) return
    setReason(reasonOf(failure))
    toast({
      title: 'Error',
      description: 'Failed to delete account. Please try again or contact support.',
      variant: 'destructive',
    })
  }
  const remove = () => {
    if (!signedInRecently(tenMinutes.seconds * 1000)) return onTooOld()
    setBusy(true)
    setReason(undefined)
    deleteAccount().then(onDeleted, reportFailure)
  }
  return { busy, reason, remove }
}

/**
 * Returns whether there may be a purchase to withdraw from. A late payment is none: it was for an invoice of a
 * subscription that had ended.
 */
const mayWithdraw = ({ isSubscribed, withoutRenewal, pass }: AccessStatus): boolean =>
  pass !== null || (isSubscribed && !withoutRenewal)

interface ConsequencesProps {
  readonly lost: readonly string[]
  readonly mayWithdraw: boolean
}

const Consequences = ({ lost, mayWithdraw: isOffered }: ConsequencesProps) => (
  <>
    {lost.length > 0 ? (
      <>
        <h3>What you lose</h3>
        <ul className={styles.list}>
          {lost.map((purchase) => (
            <li key={purchase}>{purchase}</li>
          ))}
        </ul>
        {isOffered ? (
          <p className={styles.afterList}>
            If you bought it in the last 14 days, you can{' '}
            <Link to={paths.withdraw}>withdraw and get a refund</Link>. Do this first: the withdrawal page
            doesn’t work without your account. You can still write to {brand.supportEmail} within the 14 days.
          </p>
        ) : null}
      </>
    ) : null}
    <h3>What is deleted</h3>
    <ul className={styles.list}>
      <li>Account and profile</li>
      <li>Subscription and billing data</li>
      <li>Access records and preferences</li>
      <li>Created content</li>
    </ul>
    <h3>What is not deleted</h3>
    <ul className={styles.list}>
      <li>Live chat messages, kept 12 months for legal compliance</li>
      <li>Payment records</li>
      <li>Copies of your tickets and messages in our support mailbox, kept {mailboxPeriod}</li>
      <li>
        Records of what our admins did, kept {retentionTexts.audit}, and backups, kept{' '}
        {retentionTexts.backups}
      </li>
    </ul>
    <p>
      Your invoices at Stripe, our payment provider, still show your name, address and email address. Tax law
      requires us to keep them, and Stripe keeps them for longer.
    </p>
  </>
)

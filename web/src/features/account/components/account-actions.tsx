import { useState } from 'react'
import type { AccessStatus } from '../../../../../shared/contract/billing.ts'
import { dayText } from '../../../lib/dates.ts'
import * as paths from '../../../lib/paths.ts'
import { signOut } from '../../../lib/session.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from '../account.module.css'
import { exportAccountData } from '../api/export-account-data.ts'
import { createBillingPortal } from '../api/create-billing-portal.ts'
import { resumeSubscription } from '../api/resume-subscription.ts'
import { attempt, reloadSoon } from '../attempt.ts'
import { keepAsFile } from '../download.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

export interface AccountActionsProps {
  readonly access: AccessStatus
  /** What the person may use is not known yet: what depends on it waits. */
  readonly loading: boolean
  /** The account is deleted: the page is about to be left. */
  readonly onDeleted: () => void
}

type Open = 'password' | 'cancel' | 'delete' | undefined

/** Everything that a person can do with their account. */
export const AccountActions = ({ access, loading, onDeleted }: AccountActionsProps) => {
  const [open, setOpen] = useState<Open>()
  const dialog = (name: Open) => ({
    open: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : undefined),
  })
  return (
    <Card title="Account Actions">
      <div className={styles.actions}>
        {loading ? null : <AccessActions access={access} onCancel={() => setOpen('cancel')} />}
        <Button variant="secondary" wide onClick={() => setOpen('password')}>
          Change Password
        </Button>
        <Download />
        <SignOutEverywhere />
        <div className={styles.danger}>
          <Button variant="destructive" wide onClick={() => setOpen('delete')}>
            Delete My Account
          </Button>
        </div>
      </div>
      <ChangePasswordDialog {...dialog('password')} />
      <CancelDialog {...dialog('cancel')} unpaid={!access.isSubscribed} />
      <DeleteDialog {...dialog('delete')} onDeleted={onDeleted} />
    </Card>
  )
}

const AccessActions = ({ access, onCancel }: { access: AccessStatus; onCancel: () => void }) => {
  const { isSubscribed, hasOneTimeAccess, hasGuestAccess, isAdmin, paymentDue } = access
  const hasSubscription = isSubscribed || paymentDue
  const hasNothing = !hasSubscription && !hasOneTimeAccess && !hasGuestAccess && !isAdmin
  return (
    <>
      {isAdmin ? (
        <LinkButton to={paths.admin} wide>
          Admin Panel
        </LinkButton>
      ) : null}
      {hasNothing ? (
        <LinkButton to={paths.subscribe} wide>
          Subscribe Now
        </LinkButton>
      ) : null}
      {hasSubscription ? <BillingPortal /> : null}
      {hasSubscription && access.cancelAtPeriodEnd ? (
        <Cancelled end={isSubscribed ? access.subscriptionEnd : null} />
      ) : null}
      {hasSubscription && !access.cancelAtPeriodEnd ? (
        <Button variant="secondary" wide onClick={onCancel}>
          Cancel Subscription
        </Button>
      ) : null}
    </>
  )
}

/** `end` is not known while a charge is unpaid: then there is no access that could end. */
const Cancelled = ({ end }: { end: string | null }) => {
  const [busy, setBusy] = useState(false)
  const resume = async () => {
    setBusy(true)
    if (await attempt(resumeSubscription, 'Failed to resume subscription. Please try again.')) {
      toast({ title: 'Subscription resumed', description: 'Your subscription will renew as before.' })
      reloadSoon()
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
      <Button variant="secondary" wide loading={busy} onClick={() => void resume()}>
        Resume Subscription
      </Button>
    </>
  )
}

const BillingPortal = () => {
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    const go = async () => window.location.assign((await createBillingPortal()).url)
    if (!(await attempt(go, 'Failed to open billing. Please try again.'))) setBusy(false)
  }
  return (
    <div className={styles.action}>
      <Button variant="secondary" wide loading={busy} onClick={() => void open()}>
        Cards and Invoices
      </Button>
      <p className={styles.detail}>Opens our payment provider&rsquo;s page.</p>
    </div>
  )
}

const Download = () => {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const keep = async () => keepAsFile(await exportAccountData())
    if (await attempt(keep, 'Failed to export account data. Please try again.'))
      toast({ title: 'Your data is ready', description: 'The file is among your downloads.' })
    setBusy(false)
  }
  return (
    <Button variant="secondary" wide loading={busy} onClick={() => void download()}>
      Download My Data
    </Button>
  )
}

const SignOutEverywhere = () => {
  const [busy, setBusy] = useState(false)
  const leave = () => {
    setBusy(true)
    void signOut()
  }
  return (
    <div className={styles.action}>
      <Button variant="secondary" wide loading={busy} onClick={leave}>
        Sign out everywhere
      </Button>
      <p className={styles.detail}>Ends your sessions on all devices, this one included.</p>
    </div>
  )
}

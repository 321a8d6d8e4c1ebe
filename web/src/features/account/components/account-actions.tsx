import { useState } from 'react'
import type { AccessStatus } from '#shared/contract/subscriptions.ts'
import { exportFileName } from '#shared/rules/export-file.ts'
import * as paths from '#shared/values/site-map.ts'
import type { Billing } from '#web/lib/billing.ts'
import { dayText } from '#web/lib/dates.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { signOutEverywhere } from '#web/lib/sign-out.ts'
import { Button, type ButtonProps, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../account.module.css'
import { exportAccountData } from '../api.ts'
import { runAction } from '../run-action.ts'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { CancelledSubscription } from './cancelled-subscription.tsx'
import { useAccountForms } from './use-account-forms.ts'

export interface AccountActionsProps {
  readonly access: AccessStatus
  /** True if the access status is known. The buttons that depend on it are shown only then. */
  readonly accessState: 'loading' | 'failed' | 'known'
  /** Whether Stripe reports that the subscription has ended. Undefined while that is not known yet. */
  readonly hasEnded: boolean | undefined
  /** The charges at Stripe. Undefined until they are known. */
  readonly billing: Billing | undefined
  readonly email: string
  /** Called when the account has been deleted. */
  readonly onDeleted: () => void
}

type BilledSubscription = Billing['subscription']

type OpenDialog = 'email' | 'password' | 'cancel' | 'delete' | undefined

/** The buttons to change, cancel, export and delete the account. */
export const AccountActions = ({
  access,
  accessState,
  hasEnded,
  billing,
  email,
  onDeleted,
}: AccountActionsProps) => {
  const [open, setOpen] = useState<OpenDialog>()
  const forms = useAccountForms(open !== undefined, () => setOpen(undefined))
  const card = useKeptFocus()
  const opener = (name: OpenDialog) => ({
    loading: open === name && forms === undefined,
    onClick: () => setOpen(name),
  })
  const dialog = (name: OpenDialog) => ({
    open: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : undefined),
  })
  const deletion = { access, credit: billing?.credit, email, onDeleted }
  return (
    <Card ref={card} id="actions" title="Account Actions">
      <div className={styles.actions}>
        {accessState === 'loading' ? <Skeleton height="3rem" /> : null}
        {accessState === 'known' ? (
          <AccessActions
            access={access}
            hasEnded={hasEnded}
            subscription={billing?.subscription}
            cancelButton={opener('cancel')}
          />
        ) : null}
        <Button variant="secondary" wide {...opener('password')}>
          Change Password
        </Button>
        <Button variant="secondary" wide {...opener('email')}>
          Change Email Address
        </Button>
        <LinkButton to={paths.withdraw} variant="secondary" wide>
          Withdraw from a Purchase
        </LinkButton>
        <DownloadData />
        <SignOutEverywhere />
        <DeleteAccount {...opener('delete')} />
      </div>
      {forms ? (
        <>
          <forms.FocusAfterReload />
          <forms.ChangeEmailDialog {...dialog('email')} email={email} />
          <forms.ChangePasswordDialog {...dialog('password')} email={email} />
          <forms.CancelDialog {...dialog('cancel')} email={email} access={access} billing={billing} />
          <forms.DeleteDialog {...dialog('delete')} {...deletion} />
        </>
      ) : null}
    </Card>
  )
}

interface AccessActionsProps {
  readonly access: AccessStatus
  readonly hasEnded: boolean | undefined
  readonly subscription: BilledSubscription | undefined
  readonly cancelButton: Pick<ButtonProps, 'loading' | 'onClick'>
}

/** Returns whether there is a subscription to cancel or resume. The server rejects both once it has ended. */
const canEnd = ({ access, hasEnded }: Pick<AccessActionsProps, 'access' | 'hasEnded'>): boolean => {
  if (access.isSubscribed) return !access.withoutRenewal
  return hasEnded === false && (access.paymentDue || access.disputed)
}

const hasNoAccess = (access: AccessStatus): boolean =>
  !access.isSubscribed && !access.hasOneTimeAccess && !access.hasGuestAccess && !access.isAdmin

const AccessActions = ({ access, hasEnded, subscription, cancelButton }: AccessActionsProps) => {
  const { isSubscribed, isAdmin, paymentDue, disputed } = access
  const hasSubscription = canEnd({ access, hasEnded })
  return (
    <>
      {isAdmin ? (
        <LinkButton to={paths.admin} wide>
          Admin Panel
        </LinkButton>
      ) : null}
      {hasNoAccess(access) && !paymentDue && !disputed ? (
        <LinkButton to={paths.subscribe} wide>
          Subscribe Now
        </LinkButton>
      ) : null}
      {isSubscribed && access.withoutRenewal ? <WithoutRenewal end={access.subscriptionEnd} /> : null}
      {hasSubscription && access.cancelAtPeriodEnd ? (
        <CancelledSubscription
          end={isSubscribed ? access.subscriptionEnd : null}
          subscription={subscription}
        />
      ) : null}
      {hasSubscription && !access.cancelAtPeriodEnd ? (
        <Button variant="secondary" wide {...cancelButton}>
          Cancel Subscription
        </Button>
      ) : null}
    </>
  )
}

/** Shown instead of the button to cancel. A new subscription cannot start before this access has ended. */
const WithoutRenewal = ({ end }: { end: string | null }) => (
  <p className={styles.detail}>
    {end === null ? 'You have access' : `You have access until ${dayText(end)}`}. Your access won&rsquo;t
    renew, so there&rsquo;s nothing to cancel. You can subscribe again after that.
  </p>
)

const saveData = async (): Promise<void> => {
  const data = await exportAccountData()
  // Nothing is saved on this device for a user who has signed out in another tab.
  if (currentSession() === null) throw new Error('No active session')
  const name = exportFileName(new Date(data.about_this_file.created_at))
  saveFile(name, JSON.stringify(data, null, 2), 'application/json')
}

const DownloadData = () => {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    if (await runAction(saveData, 'Failed to export account data. Please try again.'))
      toast({ title: 'Your data is ready', description: 'The file is in your downloads folder.' })
    setBusy(false)
  }
  return (
    <Button variant="secondary" wide loading={busy} onClick={() => void download()}>
      Download My Data
    </Button>
  )
}

const DeleteAccount = (button: Pick<ButtonProps, 'loading' | 'onClick'>) => (
  <div className={styles.danger}>
    <Button variant="quiet" size="small" {...button}>
      Delete My Account
    </Button>
  </div>
)

const failedSignOut = 'We couldn’t sign you out on your devices. Please check your connection and try again.'

const SignOutEverywhere = () => {
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    if (!(await runAction(signOutEverywhere, failedSignOut))) setBusy(false)
  }
  return (
    <div className={styles.action}>
      <Button variant="secondary" wide loading={busy} onClick={() => void start()}>
        Sign Out Everywhere
      </Button>
      <p className={styles.detail}>Signs you out on all devices, including this one.</p>
    </div>
  )
}

import { useEffect } from 'react'
import * as paths from '#shared/values/site-map.ts'
import { SignInLink } from '#web/components/sign-in-link.tsx'
import { SupportEmail } from '#web/components/support-email.tsx'
import { keepWithdrawalKey } from '#web/lib/guest-key.ts'
import { useReloadOnReturn } from '#web/lib/page-restored.ts'
import { useSession } from '#web/lib/session.ts'
import { useResult } from '#web/lib/use-result.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { hasGuestKey, listWithdrawablePurchases } from '../api.ts'
import { EmailPurchaseAlert } from '../components/email-purchase-alert.tsx'
import { PurchaseCard } from '../components/purchase-card.tsx'
import styles from '../withdrawals.module.css'

const description = 'Withdraw from a subscription or pass within 14 days and get your money back.'

/** `/withdraw`: what the visitor can withdraw from within 14 days, and the refund. */
const WithdrawPage = () => {
  const { user, loading } = useSession()
  useEffect(() => () => keepWithdrawalKey(undefined), [])
  useReloadOnReturn()
  return (
    <PageBody>
      <PageMeta title="Withdraw from a purchase" description={description} path={paths.withdraw} />
      <PageHeading
        title="Withdraw from a purchase"
        lead="You can change your mind until the end of the 14th day after you buy a subscription or a pass. You don’t need to give a reason."
      />
      <div className={styles.stack}>
        {loading ? (
          <Spinner label="Loading your purchases" />
        ) : (
          <Purchases key={user?.id} signedIn={user !== null} />
        )}
        <p>
          You can also tell us by email at <SupportEmail />. If you asked us to start at once, we keep the
          price of the time you’ve used and refund the rest. Otherwise we refund everything.
        </p>
      </div>
    </PageBody>
  )
}

const Purchases = ({ signedIn }: { readonly signedIn: boolean }) => {
  const { result, retry } = useResult(listWithdrawablePurchases)
  if (result.state === 'loading')
    return (
      <p className={styles.waiting} role="status">
        <Spinner size={18} />
        {result.slow ? 'Still loading your purchases…' : 'Loading your purchases…'}
      </p>
    )
  if (result.state === 'failed')
    return (
      <LoadFailed title="Your purchases could not be loaded" onRetry={retry}>
        {result.message}
      </LoadFailed>
    )
  const { data } = result.data
  // Older server versions do not report these.
  const byEmail = 'byEmail' in result.data ? result.data.byEmail : []
  return (
    <>
      {data.map((purchase) => (
        <PurchaseCard key={purchase.id} purchase={purchase} />
      ))}
      {byEmail.map((purchase) => (
        <EmailPurchaseAlert key={purchase.id} purchase={purchase} />
      ))}
      {data.length + byEmail.length === 0 ? <Nothing signedIn={signedIn} /> : null}
    </>
  )
}

const Nothing = ({ signedIn }: { readonly signedIn: boolean }) => {
  if (signedIn)
    return (
      <Alert kind="info" title="You have no purchases to withdraw from">
        This account has no purchases from the last 14 days that we can still refund.
      </Alert>
    )
  if (hasGuestKey())
    return (
      <Alert kind="info" title="There is nothing to refund for your pass">
        It was bought more than 14 days ago, has been used up, is disputed or has been refunded already.{' '}
        <SignInLink /> to see what you bought with an account.
      </Alert>
    )
  return (
    <Alert kind="info" title="No purchase found in this browser">
      <SignInLink /> to see what you bought with your account. If you bought a pass without an account, open
      this page in the browser that you used. In any other browser, first open the link to your pass in our
      email, then come back to this page.
    </Alert>
  )
}

export default WithdrawPage

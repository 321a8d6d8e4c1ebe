import { useState } from 'react'
import { Link } from 'react-router-dom'
import { brand } from '../../../../../shared/values/brand.ts'
import type { SubscriptionPlan } from '../../../../../shared/values/plans.ts'
import * as paths from '../../../lib/paths.ts'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { AccountCreated } from '../components/account-created.tsx'
import { PendingSignUp } from '../components/pending-sign-up.tsx'
import { ReferralStatus } from '../components/referral-status.tsx'
import { SignUpForm } from '../components/sign-up-form.tsx'
import styles from '../identity.module.css'
import { useLeaveWhenSignedIn } from '../use-leave-when-signed-in.ts'
import { useReferral } from '../use-referral.ts'

/** `/signup`: the plans, the account form, then the wait for the e-mailed link. */
const SignUpPage = () => {
  const [created, setCreated] = useState<{ email: string; plan: SubscriptionPlan | undefined }>()
  const referral = useReferral()
  useLeaveWhenSignedIn(paths.home)
  return (
    <PageBody>
      <PageMeta
        title="Create your account"
        description={`Choose a plan and create your ${brand.name} account: live chat advice and the members' library.`}
        path={paths.signUp}
      />
      {created ? (
        <AccountCreated {...created} />
      ) : (
        <div className={styles.form}>
          <PageHeading
            title="Create your account"
            lead="Choose a plan and tell us who you are. You pay on the next page; cancel whenever you like."
          />
          <noscript>
            <Alert kind="warning" title="Creating an account needs JavaScript">
              Please switch it on in your browser, or write to {brand.supportEmail} and we will help.
            </Alert>
          </noscript>
          <PendingSignUp />
          <div className={styles.referral}>
            <ReferralStatus referral={referral} />
          </div>
          <SignUpForm onCreated={setCreated} />
          <p className={styles.after}>
            Already have an account? <Link to={paths.members}>Sign in here</Link>
          </p>
        </div>
      )}
    </PageBody>
  )
}

export default SignUpPage

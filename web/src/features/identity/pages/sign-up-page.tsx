import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { toast } from '#web/ui/toast.ts'
import { AccountCreated } from '../components/account-created.tsx'
import { FormNeedsScript } from '../components/form-needs-script.tsx'
import { PendingSignUpAlert } from '../components/pending-sign-up-alert.tsx'
import { ReferralStatus } from '../components/referral-status.tsx'
import { type CreatedSignUp, SignUpForm } from '../components/sign-up-form.tsx'
import styles from '../identity.module.css'
import { useRedirectWhenSignedIn } from '../use-redirect-when-signed-in.ts'
import { useReferral } from '../use-referral.ts'

/** `/signup`: the plans and the account form, then a request to confirm the email address. */
const SignUpPage = () => {
  const [created, setCreated] = useState<CreatedSignUp>()
  const [correcting, setCorrecting] = useState<CreatedSignUp>()
  const onCorrect = () => {
    setCorrecting(created)
    setCreated(undefined)
  }
  const onSignInFailed = useSignInLater()
  const referral = useReferral()
  useRedirectWhenSignedIn(paths.home)
  return (
    <PageBody>
      {created ? (
        <AccountCreated
          id={created.id}
          email={created.details.email}
          plan={created.plan}
          onCorrect={onCorrect}
        />
      ) : (
        <div className={styles.form}>
          <PageMeta
            title="Create your account"
            description={`Choose a plan and create your ${brand.name} account for live chat advice and the member library.`}
            path={paths.signUp}
          />
          <PageHeading
            title="Create your account"
            lead="Choose a plan and tell us about yourself. You pay once you’ve confirmed your email address, and you can cancel anytime."
          />
          <FormNeedsScript toDo="create an account" />
          {correcting ? null : <PendingSignUpAlert />}
          <div className={styles.referral}>
            <ReferralStatus referral={referral} />
          </div>
          <SignUpForm correcting={correcting} onCreated={setCreated} onSignInFailed={onSignInFailed} />
          <p className={styles.after}>
            Already have an account? <Link to={paths.members}>Sign in here</Link>
          </p>
        </div>
      )}
    </PageBody>
  )
}

/**
 * Returns a function that opens the sign-in page after the first sign-in to a new account has failed. The user pool may
 * know the address only minutes later.
 */
const useSignInLater = (): (() => void) => {
  const navigate = useNavigate()
  return () => {
    toast({
      title: 'Account Created',
      description:
        'Sign in to choose your plan and pay. If that doesn’t work yet, please try again in a few minutes.',
    })
    void navigate(paths.members, { replace: true })
  }
}

export default SignUpPage

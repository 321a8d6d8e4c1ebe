import { Link, useSearchParams } from 'react-router-dom'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import { passMinutes } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import { OpeningHours } from '#web/components/opening-hours.tsx'
import { SupportEmail } from '#web/components/support-email.tsx'
import { SignInButton } from '#web/components/sign-in-link.tsx'
import { useSession } from '#web/lib/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Door } from '#web/ui/door.tsx'
import { keepFocus } from '#web/ui/focus/keep-focus.ts'
import { LiveText } from '#web/ui/live-text.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from '../payments.module.css'
import { isReversal, useVerification, type Verification } from '../use-verification.ts'

const successful = { title: 'Payment successful', lead: 'Thank you. Your access is active.' }
const unconfirmed = {
  title: 'Payment not confirmed yet',
  lead: 'Your access starts as soon as the payment is confirmed.',
}

/** They say that a payment was successful only once that is known, because anyone can open this address. */
const headings: Readonly<Record<Verification, { title: string; lead: string }>> = {
  none: {
    title: 'No payment to check',
    lead: 'After you pay, you return to this page and we confirm the payment here.',
  },
  // On a phone, a longer title would have two lines, and the page would move when the payment is confirmed.
  verifying: { title: 'Checking payment', lead: 'This usually takes a few seconds.' },
  waiting: unconfirmed,
  unconfirmed,
  'key in email': {
    title: 'Payment successful',
    lead: 'Thank you. We’ve emailed you the link to your pass.',
  },
  disputed: { title: 'Payment disputed', lead: 'Your bank hasn’t decided about this payment yet.' },
  refunded: { title: 'Payment refunded', lead: 'We’ve refunded this payment.' },
  dispute_lost: {
    title: 'Payment returned by your bank',
    lead: 'Your bank has returned this payment to you.',
  },
  'pass over': { title: 'Pass ended', lead: 'This payment was for a live chat pass that has ended.' },
  'subscription ended': {
    title: 'Subscription ended',
    lead: 'This payment was for a subscription that has ended.',
  },
  'payment due': {
    title: 'Your last payment didn’t go through',
    lead: 'This subscription has an open invoice.',
  },
  failed: {
    title: 'Payment not checked',
    lead: 'We couldn’t check your payment just now. Please try again.',
  },
  'not found': {
    title: 'Payment not found',
    lead: 'We couldn’t find this payment in your account.',
  },
  done: successful,
  active: { title: 'Subscription active', lead: 'Your account has an active subscription.' },
}

/** `/payment-success`: verifies the payment of a visitor who returns from the payment page, and redirects. */
const PaymentSuccessPage = () => {
  const [query] = useSearchParams()
  const { state, retry } = useVerification(query.get('session_id'))
  const { title, lead } = headings[state]
  return (
    <PageBody>
      <PageMeta title={title} description="The result of your payment." />
      <PageHeading
        title={<LiveText>{title}</LiveText>}
        lead={<LiveText>{lead}</LiveText>}
        drawing={<Door colour="pricing" height={128} />}
      />
      <div className={styles.stack}>
        {state === 'none' ? null : (
          <div className={styles.progress}>
            <Progress state={state} onRetry={retry} />
          </div>
        )}
        <ChatHours />
        <p>
          One-time access: the {passMinutes}-minute timer starts when a human adviser answers your first
          message. You don&rsquo;t lose any time while you wait.
        </p>
        <div className={styles.actions}>
          <LinkButton to={paths.profile}>Go to profile</LinkButton>
          <LinkButton to={paths.liveChat} variant="secondary">
            Go to live chat
          </LinkButton>
          <LinkButton to={paths.home} variant="secondary">
            Return home
          </LinkButton>
        </div>
      </div>
    </PageBody>
  )
}

const Progress = ({ state, onRetry }: { state: Verification; onRetry: () => void }) => {
  if (state === 'verifying') return <Working>Verifying your payment…</Working>
  if (state === 'done' || state === 'active') return <Working>Taking you to the next page…</Working>
  if (state === 'waiting')
    return (
      <Working>
        The payment provider hasn’t confirmed your payment yet. Please stay on this page while we keep
        checking.
      </Working>
    )
  if (state === 'key in email') return <KeyInEmail />
  if (state === 'pass over' || state === 'subscription ended' || state === 'payment due')
    return nextSteps[state]
  if (isReversal(state)) return <Reversed reversal={state} />
  if (state === 'not found') return <NotFound onRetry={onRetry} />
  return <Unconfirmed failed={state === 'failed'} onRetry={onRetry} />
}

const Unconfirmed = ({ failed, onRetry }: { failed: boolean; onRetry: () => void }) => {
  const { user, loading } = useSession()
  return (
    <Alert
      kind={failed ? 'error' : 'warning'}
      title={failed ? 'We couldn’t verify your payment just now' : 'Your payment isn’t confirmed yet'}
      actions={
        <>
          <Button variant="secondary" size="small" onClick={keepFocus(onRetry)}>
            Check again
          </Button>
          {failed && !loading && user === null ? <SignInButton variant="secondary" size="small" /> : null}
        </>
      }
    >
      If you have paid, your access starts automatically as soon as the payment is confirmed. You can also
      refresh your status on the <Link to={paths.subscribe}>Subscribe page</Link>. Please don’t pay twice.
    </Alert>
  )
}

/** Next steps of a buyer whose purchase gives no access now. */
const nextSteps = {
  'pass over': (
    <Alert title="You can’t use this pass any more">
      It was used up, was given up or has expired. You can buy another one on the{' '}
      <Link to={paths.liveChat}>live chat page</Link>.
    </Alert>
  ),
  'subscription ended': (
    <Alert title="This subscription no longer gives access">
      You can subscribe again on the <Link to={paths.subscribe}>Subscribe page</Link>.
    </Alert>
  ),
  'payment due': (
    <Alert kind="warning" title="You have an open invoice">
      You can pay it from <Link to={paths.profile}>your profile</Link>. Your access comes back as soon as you
      pay.
    </Alert>
  ),
} as const

/** Shown for a payment that no longer counts, so that its buyer does not wait for access or pay again by mistake. */
const Reversed = ({ reversal }: { reversal: ReversalReason }) =>
  reversal === 'disputed' ? (
    <Alert kind="warning" title="This payment is disputed">
      You can’t use what it paid for until your bank has decided, and we’ll email you then. If the payment was
      correct, ask your bank to withdraw the dispute: you don’t need to pay again.
    </Alert>
  ) : (
    <Alert kind="warning" title="This payment no longer gives access">
      You can’t use what it paid for any more. If you think this is a mistake, email <SupportEmail />.
    </Alert>
  )

const NotFound = ({ onRetry }: { onRetry: () => void }) => (
  <Alert
    kind="warning"
    title="We couldn’t find this payment"
    actions={
      <Button variant="secondary" size="small" onClick={keepFocus(onRetry)}>
        Check again
      </Button>
    }
  >
    If you have paid, please sign in with the account that you paid with. Please don’t pay twice.
  </Alert>
)

/** Shown after a day: the address stays in the browser's history, so it must not give access to the pass for ever. */
const KeyInEmail = () => (
  <Alert title="The link to your pass is in your email">
    This payment was made more than a day ago. To use your pass in this browser, open the link in the email
    that we sent you about your pass.
  </Alert>
)

const Working = ({ children }: { children: string }) => (
  <p className={styles.working} role="status">
    <Spinner size={18} />
    <LiveText>{children}</LiveText>
  </p>
)

const ChatHours = () => (
  <Card title="Chat hours" className={styles.hours}>
    <OpeningHours />
    <p className={styles.soft}>London time</p>
  </Card>
)

export default PaymentSuccessPage

import { useEffect, useState } from 'react'
import { planFacts } from '#shared/values/plans.ts'
import { moneyText } from '#shared/rules/money.ts'
import { usePayInvoice } from '#web/components/payment-due.tsx'
import type { Billing } from '#web/lib/billing.ts'
import { dayText } from '#web/lib/dates.ts'
import { onPageRestored } from '#web/lib/page-restored.ts'
import { useOpenHere } from '#web/lib/use-open-here.ts'
import type { Result } from '#web/lib/use-result.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonLines } from '#web/ui/skeleton-lines.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import account from '../account.module.css'
import styles from './billing.module.css'
import { createBillingPortal } from '../api.ts'
import { runAction } from '../run-action.ts'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { PaymentList } from './payment-list.tsx'
import { PlanChange } from './plan-change.tsx'

interface BillingPanelProps {
  readonly billing: Result<Billing>
  /** ISO time at which access without renewal ends, else null. */
  readonly accessUntil: string | null
  readonly onRetry: () => void
}

/** Shows the account's billing: price, open balance, payments. It stays after the subscription has ended. */
export const BillingPanel = ({ billing, accessUntil, onRetry }: BillingPanelProps) => {
  const card = useKeptFocus()
  return (
    <Card ref={card} id="billing" title="Billing">
      {billing.state === 'loading' ? (
        <Loading slow={billing.slow} />
      ) : billing.state === 'failed' ? (
        <LoadFailed title="Your billing details could not be loaded" onRetry={onRetry}>
          {billing.message}
        </LoadFailed>
      ) : isEmpty(billing.data) ? (
        <p className={account.detail}>Your invoices and receipts will appear here.</p>
      ) : (
        <Content billing={billing.data} accessUntil={accessUntil} />
      )}
    </Card>
  )
}

const Loading = ({ slow }: { slow: boolean }) => (
  <div className={styles.billing}>
    <p className={account.waiting} role="status">
      <Spinner size={18} />
      {slow ? 'Still loading your billing details…' : 'Loading your billing details…'}
    </p>
    <SkeletonLines count={5} />
  </div>
)

const isEmpty = ({ subscription, payments, openBalance, credit }: Billing): boolean =>
  subscription === null && openBalance === null && credit === undefined && payments.length === 0

interface ContentProps {
  readonly billing: Billing
  readonly accessUntil: string | null
}

const Content = ({ billing, accessUntil }: ContentProps) => {
  const { subscription, card, openBalance, credit, payments } = billing
  return (
    <div className={styles.billing}>
      {openBalance ? <OpenBalance balance={openBalance} /> : null}
      <dl className={styles.billingFacts}>
        {subscription ? (
          <Subscription
            subscription={subscription}
            nextAttemptAt={openBalance?.nextAttemptAt ?? null}
            accessUntil={accessUntil}
          />
        ) : null}
        {card ? (
          <div>
            <dt>Card</dt>
            <dd>
              {brandName(card.brand)} ending in {card.last4}
            </dd>
          </div>
        ) : null}
        {credit ? (
          <div>
            <dt>Credit</dt>
            <dd>
              <LiveText>{moneyText(credit.amountMinor, credit.currency)}</LiveText>, taken off your next
              subscription payment
            </dd>
          </div>
        ) : null}
      </dl>
      {subscription && openBalance === null ? <PlanChange subscription={subscription} /> : null}
      <PaymentList payments={payments} />
      <Portal />
    </div>
  )
}

const brandName = (brand: string): string => `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`

type BilledSubscription = NonNullable<Billing['subscription']>

/** Returns the plan and its price. Leaves out the price if nothing more is charged. */
const planText = ({ plan, amountMinor, currency, interval, hasEnded }: BilledSubscription): string => {
  const price = `${moneyText(amountMinor, currency)} each ${interval}`
  if (plan === null) return price
  return hasEnded ? planFacts[plan].name : `${planFacts[plan].name}, ${price}`
}

interface SubscriptionProps {
  readonly subscription: BilledSubscription
  /** ISO time at which the card is charged again for the open balance, else null. */
  readonly nextAttemptAt: string | null
  readonly accessUntil: string | null
}

const Subscription = ({ subscription, nextAttemptAt, accessUntil }: SubscriptionProps) => {
  const { endsAt, hasEnded } = subscription
  const nextChargeAt = nextAttemptAt ?? subscription.renewalChargedAt ?? subscription.nextChargeAt
  const ended = accessUntil === null ? 'Ended' : 'Subscription ended'
  return (
    <>
      <div>
        <dt>Plan</dt>
        <dd>
          <LiveText>{planText(subscription)}</LiveText>
        </dd>
      </div>
      {nextChargeAt === null ? null : (
        <div>
          <dt>Next charge</dt>
          <dd>
            <LiveText>{dayText(nextChargeAt)}</LiveText>
          </dd>
        </div>
      )}
      {endsAt === null ? null : (
        <div>
          <dt>
            <LiveText>{hasEnded ? ended : 'Ends'}</LiveText>
          </dt>
          <dd>
            <LiveText>{dayText(endsAt)}</LiveText>
          </dd>
        </div>
      )}
      {accessUntil === null ? null : (
        <div>
          <dt>Access until</dt>
          <dd>
            <LiveText>{dayText(accessUntil)}</LiveText>
          </dd>
        </div>
      )}
    </>
  )
}

const OpenBalance = ({ balance }: { balance: NonNullable<Billing['openBalance']> }) => {
  const { busy, pay } = usePayInvoice()
  const { amountMinor, invoiceMinor, currency } = balance
  const others = balance.invoices - 1
  const open = () => (balance.url === null ? pay() : window.location.assign(balance.url))
  return (
    <div className={styles.balance}>
      <p>
        Open balance: <strong>{moneyText(amountMinor, currency)}</strong>
      </p>
      <Button size="small" loading={busy} onClick={open}>
        Pay {moneyText(invoiceMinor, currency)}
      </Button>
      {others > 0 ? (
        <p className={account.detail}>
          {others === 1 ? '1 more invoice remains' : `${others} more invoices remain`} open:{' '}
          {moneyText(amountMinor - invoiceMinor, currency)}
        </p>
      ) : null}
    </div>
  )
}

const Portal = () => {
  const [busy, setBusy] = useState(false)
  const openHere = useOpenHere()
  useEffect(() => onPageRestored(() => setBusy(false)), [])
  const open = async () => {
    setBusy(true)
    const openPortal = async () => openHere((await createBillingPortal()).url)
    if (!(await runAction(openPortal, 'Failed to open billing. Please try again.'))) setBusy(false)
  }
  return (
    <div className={account.action}>
      <Button variant="secondary" wide loading={busy} onClick={() => void open()}>
        Cards and Invoices
      </Button>
      <p className={account.detail}>
        Opens our payment provider&rsquo;s page. You can add or correct your VAT number there.
      </p>
    </div>
  )
}

import { useCallback, useEffect, useState } from 'react'
import type { ApiErrorCode } from '#shared/contract/api-error-codes.ts'
import { planFacts, type SubscriptionPlan } from '#shared/values/plans.ts'
import { moneyText } from '#shared/rules/money.ts'
import { withOfflineText } from '#web/lib/billing.ts'
import { CallError } from '#web/lib/call.ts'
import { dayText } from '#web/lib/dates.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { useResult, type Result } from '#web/lib/use-result.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../account.module.css'
import { changePlan, type PlanPreview, previewPlanChange } from '../api.ts'
import { isUncertain } from '../is-uncertain.ts'
import { reloadSoon, rereadPage } from '../run-action.ts'

interface ChangePlanDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  readonly current: SubscriptionPlan
  readonly plan: SubscriptionPlan
}

const nameOf = (plan: SubscriptionPlan): string => planFacts[plan].name.toLowerCase()

const descriptions: Readonly<Record<SubscriptionPlan, string>> = {
  annual: 'Your annual plan starts today. The unused part of this month is deducted.',
  monthly: 'Your monthly plan starts when your paid year ends. Until then, nothing changes.',
}

/** Shows what a change of plan costs before the user confirms it. */
export const ChangePlanDialog = ({ open, onOpenChange, current, plan }: ChangePlanDialogProps) => {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open={open}
      busy={busy}
      onOpenChange={onOpenChange}
      title={`Change to the ${nameOf(plan)} plan?`}
      description={descriptions[plan]}
    >
      <Confirmation
        current={current}
        plan={plan}
        busy={busy}
        onBusy={setBusy}
        onClose={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

/** Errors after which the subscription cannot change its plan: it has changed since the page was loaded. */
const rejections: readonly (string | undefined)[] = [
  'not_subscribed',
  'payment_due',
  'payment_disputed',
  'subscription_ending',
  'payment_in_progress',
  'already_on_plan',
] satisfies ApiErrorCode[]

const isRejection = (failure: unknown): boolean =>
  failure instanceof CallError && rejections.includes(failure.code)

const problemOf = (failure: unknown): string =>
  isUncertain(failure)
    ? 'We couldn’t confirm the change. You can safely try again: you won’t be charged twice.'
    : messageOf(failure)

const confirmLater = 'Nothing has been charged yet. You can confirm the payment from your profile now.'

const reportSuccess = ({ plan, isImmediate, amountDueMinor, currency, startsAt }: PlanPreview): void =>
  toast(
    isImmediate
      ? {
          title: 'Plan changed',
          description: `You are now on the ${nameOf(plan)} plan.${amountDueMinor > 0 ? ` You paid ${moneyText(amountDueMinor, currency)}.` : ''}`,
        }
      : {
          title: 'Plan change scheduled',
          description: `Your ${nameOf(plan)} plan starts on ${dayText(startsAt)}.`,
        },
  )

interface ConfirmOptions {
  readonly preview: Result<PlanPreview>
  /** Loads a new preview. */
  readonly reload: () => void
  /** Called with the reason when the plan cannot be changed. */
  readonly onRejected: (reason: string) => void
  /** Called when it is not known whether the change was made. */
  readonly onUncertain: () => void
  /** Called when the change starts and when it ends. */
  readonly onBusy: (busy: boolean) => void
  readonly onClose: () => void
}

/** Makes the previewed change and closes the dialog. After a failure, shows why and loads a new preview to confirm. */
const useConfirm = ({ preview, reload, onRejected, onUncertain, onBusy, onClose }: ConfirmOptions) => {
  const [problem, setProblem] = useState<string>()
  const change = async ({ plan, pricedAt, amountDueMinor }: PlanPreview) => {
    onBusy(true)
    setProblem(undefined)
    try {
      return await changePlan({ plan, confirmed: { pricedAt, amountDueMinor } })
    } catch (failure) {
      if (isRejection(failure)) {
        onRejected(messageOf(failure))
        return undefined
      }
      setProblem(problemOf(failure))
      // After an uncertain change, the preview is kept: repeating the same one is safe.
      if (isUncertain(failure)) onUncertain()
      else reload()
      return undefined
    } finally {
      onBusy(false)
    }
  }
  const confirm = async () => {
    const changed = preview.state === 'ready' ? await change(preview.data) : undefined
    if (preview.state !== 'ready' || changed === undefined) return
    if (changed.confirmation === null) reportSuccess(preview.data)
    else toast({ title: 'Your bank needs you to confirm the payment', description: confirmLater })
    onClose()
    reloadSoon('billing')
  }
  return { problem, confirm }
}

interface ConfirmationProps {
  readonly current: SubscriptionPlan
  readonly plan: SubscriptionPlan
  readonly busy: boolean
  readonly onBusy: (busy: boolean) => void
  readonly onClose: () => void
}

/** Loads the page's data again once the dialog is closed, if the data may be out of date. */
const useRereadOnClose = (isOutdated: boolean): void =>
  // Not earlier, because it may remove the part of the page that contains the dialog.
  useEffect(() => (isOutdated ? () => void rereadPage() : undefined), [isOutdated])

const Rejected = ({ reason, onClose }: { readonly reason: string; readonly onClose: () => void }) => (
  <div className={styles.confirmation}>
    <Alert kind="error" title="Your plan can’t be changed now">
      {reason}
    </Alert>
    <div className={styles.buttons}>
      <Button onClick={onClose}>Back to your profile</Button>
    </div>
  </div>
)

const Confirmation = ({ current, plan, busy, onBusy, onClose }: ConfirmationProps) => {
  /** The reason why the plan cannot be changed. */
  const [rejection, setRejection] = useState<string>()
  const [mayBeChanged, setMayBeChanged] = useState(false)
  useRereadOnClose(rejection !== undefined || mayBeChanged)
  const load = useCallback(async () => {
    try {
      return await withOfflineText(previewPlanChange(plan))
    } catch (failure) {
      if (isRejection(failure)) setRejection(messageOf(failure))
      throw failure
    }
  }, [plan])
  const { result, retry } = useResult(load)
  const { problem, confirm } = useConfirm({
    preview: result,
    reload: retry,
    onRejected: setRejection,
    onUncertain: () => setMayBeChanged(true),
    onBusy,
    onClose,
  })
  if (rejection !== undefined) return <Rejected reason={rejection} onClose={onClose} />
  return (
    <div className={styles.confirmation}>
      {problem === undefined ? null : <Alert kind="error">{problem}</Alert>}
      <div className={styles.preview} aria-live="polite" aria-busy={result.state === 'loading'}>
        {result.state === 'loading' ? (
          <Loading slow={result.slow} />
        ) : result.state === 'failed' ? (
          <LoadFailed title="The price could not be loaded" onRetry={retry}>
            {result.message}
          </LoadFailed>
        ) : (
          <Costs preview={result.data} />
        )}
      </div>
      <div className={styles.buttons}>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Keep {planFacts[current].name}
        </Button>
        <Button disabled={result.state !== 'ready'} loading={busy} onClick={() => void confirm()}>
          <LiveText>{confirmText(plan, result)}</LiveText>
        </Button>
      </div>
    </div>
  )
}

const confirmText = (plan: SubscriptionPlan, result: Result<PlanPreview>): string =>
  result.state === 'ready' && result.data.amountDueMinor > 0
    ? `Pay ${moneyText(result.data.amountDueMinor, result.data.currency)}`
    : `Change to ${planFacts[plan].name}`

const Loading = ({ slow }: { slow: boolean }) => (
  <>
    <p className={styles.waiting}>
      <Spinner size={18} />
      {slow ? 'Still working out the price…' : 'Working out the price…'}
    </p>
    <Skeleton width="70%" />
    <Skeleton width="50%" />
  </>
)

const Costs = ({ preview }: { preview: PlanPreview }) => {
  const { plan, currency, isImmediate, amountDueMinor, creditMinor, nextChargeMinor } = preview
  const money = (minor: number) => moneyText(minor, currency)
  // The customer's credit and coupons at the payment provider are deducted too.
  const otherMinor = isImmediate ? nextChargeMinor - creditMinor - amountDueMinor : 0
  return (
    <Facts>
      {isImmediate ? (
        <>
          <dt>{planFacts[plan].name} plan</dt>
          <dd>{money(nextChargeMinor)}</dd>
          <dt>Credit for unused time</dt>
          <dd>&minus;{money(creditMinor)}</dd>
        </>
      ) : null}
      {otherMinor > 0 ? (
        <>
          <dt>Other credit and discounts</dt>
          <dd>&minus;{money(otherMinor)}</dd>
        </>
      ) : null}
      <dt>You pay today</dt>
      <dd>
        <strong>{money(amountDueMinor)}</strong>
      </dd>
      <dt>Next charge</dt>
      <dd>
        {money(nextChargeMinor)} on {dayText(preview.nextChargeAt)}
      </dd>
    </Facts>
  )
}

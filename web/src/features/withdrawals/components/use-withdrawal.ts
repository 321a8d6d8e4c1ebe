import { useState } from 'react'
import type { ApiErrorCode } from '#shared/contract/api-errors.ts'
import type { WithdrawablePurchase } from '#shared/contract/withdrawals.ts'
import { reportSignedOut } from '#web/components/signed-out.ts'
import { refreshAccess } from '#web/lib/access.ts'
import { CallError } from '#web/lib/call.ts'
import { requestPassCheck } from '#web/lib/running-pass.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { listWithdrawablePurchases, withdrawPurchase } from '../api.ts'

/** Outcomes of a withdrawal. After each of them, the buyer can do nothing more here. */
export type Outcome = 'withdrawn' | 'recorded' | 'unconfirmed' | 'unavailable' | 'unrefunded'

type State = 'idle' | 'confirming' | 'submitting' | 'checking'

/** Lists the purchase again. `listed` is undefined if the buyer can no longer withdraw from it. */
const find = async ({ id }: WithdrawablePurchase) => {
  const found = await listWithdrawablePurchases()
  return {
    listed: found.data.find((purchase) => purchase.id === id),
    // Older server versions do not report the withdrawn purchases.
    isWithdrawn: 'withdrawn' in found && found.withdrawn.includes(id),
  }
}

/** Returns the purchase as it is listed now, or the known one if the list cannot be read. */
const reload = async (known: WithdrawablePurchase): Promise<WithdrawablePurchase | undefined> => {
  try {
    return (await find(known)).listed
  } catch {
    // The page already shows why the withdrawal failed. The next attempt loads the purchase again.
    return known
  }
}

interface Failure {
  readonly kind: 'error' | 'info'
  readonly title: string
  readonly message: string
  /** True if this request or an earlier one may have recorded the withdrawal. */
  readonly mayBeRecorded: boolean
}

/** Errors that the server returns after it has read the purchase: no withdrawal from it is recorded. */
const finalErrors: readonly (string | undefined)[] = [
  'not_found',
  'withdrawal_period_over',
  'nothing_to_refund',
  'amount_changed',
  'payment_disputed',
] satisfies ApiErrorCode[]

/**
 * Returns whether no withdrawal is recorded. After a failure that is not a rejection, the server may have recorded it,
 * and then finishes it. `payment_in_progress`: another request is making the refund, a part of it is made, or another
 * purchase of the pass is being withdrawn from. A rejection before the purchase is read, for example `rate_limited`, does
 * not show whether an earlier one was recorded.
 */
const isNotMade = (error: unknown, mayBeRecorded: boolean): boolean =>
  error instanceof CallError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.code !== 'payment_in_progress' &&
  (!mayBeRecorded || finalErrors.includes(error.code))

const responseLost =
  'We couldn’t confirm the withdrawal. You can safely try again: the purchase is refunded only once.'

const failureOf = (error: unknown, earlier: Failure | undefined): Failure => {
  const mayBeRecorded = !isNotMade(error, earlier?.mayBeRecorded === true)
  const isLost = mayBeRecorded && navigator.onLine && error instanceof CallError && error.hasNoServerMessage
  return {
    kind: 'error',
    title: mayBeRecorded ? 'The withdrawal may not be complete' : 'The withdrawal was not made',
    message: isLost ? responseLost : messageOf(error),
    mayBeRecorded,
  }
}

/** Returns the text about the withdrawal for a user whose session ends before another attempt. */
const outcomeOf = (earlier: Failure | undefined): string =>
  earlier?.mayBeRecorded ? 'Your withdrawal may not be complete.' : 'The withdrawal was not made.'

const stillListed: Failure = {
  kind: 'info',
  title: 'You still have this purchase',
  message: 'We’ve checked again: no withdrawal is recorded.',
  // A request whose response was lost may still be running.
  mayBeRecorded: true,
}

const notChecked = (error: unknown): Failure => ({
  kind: 'error',
  title: 'The withdrawal may not be complete',
  message: `We couldn’t check whether you still have this purchase. ${messageOf(error)}`,
  mayBeRecorded: true,
})

/** Checks again what access the buyer has after a withdrawal. */
const refreshBuyersAccess = (): void => {
  void refreshAccess()
  requestPassCheck()
}

/** Withdraws from a purchase once the buyer has confirmed it, and keeps the outcome. */
export const useWithdrawal = (listed: WithdrawablePurchase) => {
  const [purchase, setPurchase] = useState(listed)
  const [state, setState] = useState<State>('idle')
  const [outcome, setOutcome] = useState<Outcome>()
  const [receivedAt, setReceivedAt] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const receive = (received: Outcome) => {
    setOutcome(received)
    // An earlier attempt may have been received. The current time would then be too late, so none is shown.
    if (!failure?.mayBeRecorded) setReceivedAt(serverNow().toISOString())
    refreshBuyersAccess()
  }
  const withdraw = async () => {
    setState('submitting')
    setFailure(undefined)
    try {
      const { id, refundMinor } = purchase
      setPurchase({ ...purchase, ...(await withdrawPurchase({ id, refundMinor })) })
      receive('withdrawn')
    } catch (error) {
      if (error instanceof CallError && error.code === 'refund_failed') return receive('unrefunded')
      const hasChanged = error instanceof CallError && error.code === 'amount_changed'
      const current = hasChanged ? await reload(purchase) : purchase
      if (current !== undefined) setPurchase(current)
      else setOutcome('unavailable')
      setState('confirming')
      setFailure(failureOf(error, failure))
      reportSignedOut(error, outcomeOf(failure))
    }
  }
  /**
   * Closes the confirmation. If a failed attempt may have been recorded, first checks whether the purchase is still
   * listed.
   */
  const keep = async () => {
    if (!failure?.mayBeRecorded) return setState('idle')
    setState('checking')
    try {
      const { listed: current, isWithdrawn } = await find(purchase)
      if (current !== undefined) setPurchase(current)
      else refreshBuyersAccess()
      setFailure(current && stillListed)
      if (current !== undefined) setState('idle')
      else setOutcome(isWithdrawn ? 'recorded' : 'unconfirmed')
    } catch (error) {
      setFailure(notChecked(error))
      setState('confirming')
    }
  }
  return { purchase, state, outcome, receivedAt, failure, withdraw, ask: () => setState('confirming'), keep }
}

export type Withdrawal = ReturnType<typeof useWithdrawal>

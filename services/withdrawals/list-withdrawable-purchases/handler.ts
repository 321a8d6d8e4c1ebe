import { listWithdrawablePurchases } from '#shared/contract/withdrawals.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { verifyToken } from '#platform/http/verify-token.ts'
import { Table } from '#platform/table/table.ts'
import { findPurchases, type WithdrawalDependencies, withdrawalDependencies } from '../find-purchases.ts'

/**
 * Leaves out purchases that are too old or disputed, and those with nothing left to refund, unless they are subscriptions
 * that would be charged again. Of a withdrawn purchase, returns only the id.
 */
export const handle: Handle<typeof listWithdrawablePurchases, WithdrawalDependencies> = async (
  { caller, body, now },
  deps,
) => {
  const purchases = await findPurchases(caller, body.guest_key, deps, now)
  const open = purchases.filter(
    ({ isOpen, isWithdrawn, isDisputed }) => isOpen && !isWithdrawn && !isDisputed,
  )
  return {
    data: open
      .filter(({ view: { refundMinor }, endsRenewals }) => refundMinor > 0 || endsRenewals)
      .map(({ view }) => view),
    withdrawn: purchases.filter(({ isWithdrawn }) => isWithdrawn).map(({ id }) => id),
  }
}

const table = new Table()
export const handler = serve(listWithdrawablePurchases, handle, withdrawalDependencies(table), {
  table,
  verifyToken,
})

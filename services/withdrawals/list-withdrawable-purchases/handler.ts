import { type EmailPurchase, listWithdrawablePurchases } from '#shared/contract/withdrawals.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { verifyToken } from '#platform/http/verify-token.ts'
import { Table } from '#platform/table/table.ts'
import { findPurchases, type WithdrawalDependencies, withdrawalDependencies } from '../find-purchases.ts'
import type { Purchase } from '../purchase.ts'

/** Returns why a purchase can be withdrawn from only by email. */
const reasonForEmail = ({
  obstacle,
  view: { refundMinor },
}: Purchase): EmailPurchase['reason'] | undefined => {
  if (obstacle === 'credit') return obstacle
  return obstacle === 'disputed' && refundMinor > 0 ? obstacle : undefined
}

const byEmailOf = (purchase: Purchase): EmailPurchase[] => {
  const { id, plan, boughtAt, lastDay } = purchase.view
  const reason = reasonForEmail(purchase)
  return reason === undefined ? [] : [{ id, plan, boughtAt, lastDay, reason }]
}

/**
 * Leaves out purchases that are too old, and those with nothing left to refund, unless they are subscriptions that would
 * be charged again. Of a withdrawn purchase, returns only the id.
 */
export const handle: Handle<typeof listWithdrawablePurchases, WithdrawalDependencies> = async (
  { caller, body, now },
  deps,
) => {
  const purchases = await findPurchases(caller, body.guest_key, deps, now)
  const open = purchases.filter(({ isOpen, isWithdrawn }) => isOpen && !isWithdrawn)
  return {
    data: open
      .filter(({ obstacle }) => obstacle === undefined)
      .filter(({ view: { refundMinor }, endsRenewals }) => refundMinor > 0 || endsRenewals)
      .map(({ view }) => view),
    byEmail: open.flatMap(byEmailOf),
    withdrawn: purchases.filter(({ isWithdrawn }) => isWithdrawn).map(({ id }) => id),
  }
}

const table = new Table()
export const handler = serve(listWithdrawablePurchases, handle, withdrawalDependencies(table), {
  table,
  verifyToken,
})

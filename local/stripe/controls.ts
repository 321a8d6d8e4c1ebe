import type { StripeControls } from '../types.ts'
import type { Account } from './account.ts'
import { dispute } from './billing/dispute.ts'
import { findCharge } from './billing/find-charge.ts'
import { failRefund, refundCharge } from './billing/refund.ts'
import { setCustomerCard } from './billing/set-card.ts'
import { isCardBehaviour } from './cards.ts'
import { payAs } from './checkout/pay-as.ts'

/** What people at Stripe's other end do: buyers, banks and the shop's own staff in the Dashboard. */
export const createControls = (account: () => Account): StripeControls => ({
  pay: async (session, card) => payAs(account(), session, card),
  setCard: (customer, card) => {
    if (!isCardBehaviour(card)) throw new Error(`No such card: '${card}'`)
    setCustomerCard(account(), customer, card)
  },
  refund: ({ amount, fails, ...name }) => {
    const current = account()
    const refund = refundCharge(current, findCharge(current, name), {
      amount,
      reason: 'requested_by_customer',
    })
    if (fails) failRefund(current, refund)
    return { id: refund.id, amount: refund.amount, status: refund.status ?? '' }
  },
  dispute: ({ outcome, ...name }) => {
    const current = account()
    const { id, status, charge } = dispute(current, findCharge(current, name), outcome)
    return { id, status, charge }
  },
})

import type { StripeControls } from '../types.ts'
import type { Account } from './account.ts'
import { dispute } from './billing/dispute.ts'
import { finishDebit } from './billing/debit.ts'
import { findCharge, findIntent } from './billing/find-charge.ts'
import { failRefund, refundCharge } from './billing/refund.ts'
import { cardOf, setCustomerCard } from './billing/set-card.ts'
import { isCardBehaviour } from './cards.ts'
import { payAs } from './checkout/pay-as.ts'
import { createSubscription } from './resources/new-subscription.ts'
import { inTimeOf } from './time-of.ts'

/** What people at Stripe's other end do: buyers, banks and the shop's own staff in the Dashboard. */
export const createControls = (account: () => Account): StripeControls => ({
  pay: async (session, card) => {
    const current = account()
    return inTimeOf(current, [session], () => payAs(current, session, card))
  },
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
  finishDebit: ({ outcome, ...name }) => {
    const current = account()
    finishDebit(current, findIntent(current, name).id, outcome === 'paid')
  },
  startSubscription: (customer, lookupKey) => {
    const current = account()
    const price = [...current.prices.values()].find((one) => one.lookup_key === lookupKey)
    if (!price) throw new Error(`No price has the lookup key '${lookupKey}'`)
    const hasCard = cardOf(current, customer) !== undefined
    const { id, status, latest_invoice } = createSubscription(current, {
      customer,
      items: [{ price: price.id }],
      payment_behavior: hasCard ? 'allow_incomplete' : 'default_incomplete',
      default_payment_method: hasCard ? cardOf(current, customer)?.id : undefined,
    })
    return { id, status, invoice: latest_invoice }
  },
  configure: ({ afterRetries }) => {
    account().settings.afterRetries = afterRetries
  },
})

import { at, listOf } from './stand-in-stripe.ts'

/** Replaces Stripe with a stand-in that has a payment, its refunds and its disputes. Returns the requested refunds. */
export const withPayment = (
  of: unknown,
  refunds: readonly object[] = [],
  disputes: readonly string[] = [],
) => {
  const made: object[] = []
  // Stripe expands ten refunds at most.
  const expanded = { refunds: { data: refunds.slice(0, 10), has_more: refunds.length > 10 } }
  const charge = typeof of === 'object' && of !== null ? { ...of, ...expanded } : of
  at({
    paymentIntents: {
      retrieve: async (id: string) => ({ id, customer: 'cus_1', amount: 5000, latest_charge: charge }),
    },
    refunds: {
      list: () => listOf([...refunds, ...made]),
      create: async (refund: object) => {
        made.push(refund)
        return { status: 'succeeded' }
      },
    },
    disputes: { list: () => listOf(disputes.map((status) => ({ status }))) },
  })
  return made
}
export const aRefund = (status: string, purpose?: string, amount = 5000) => ({
  status,
  amount,
  metadata: { purpose },
})

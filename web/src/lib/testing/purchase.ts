/** A monthly subscription, bought on 1 May 2027, of which seven days are used. */
export const monthlyPurchase = {
  id: 'sub_1',
  plan: 'monthly',
  boughtAt: '2027-05-01T12:00:00.000Z',
  lastDay: '2027-05-15',
  paidMinor: 5000,
  refundMinor: 3834,
  refundedMinor: 0,
  startRequested: true,
  used: { count: 7, of: 30, unit: 'days' },
}

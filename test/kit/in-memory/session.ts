import type { PaidInvoice } from '#services/payments/stripe/email-facts.ts'
import { passKinds, type Session } from '#services/payments/stripe/session.ts'

/** The Checkout Session of a pass that a guest has paid for. */
export const aPassSession = (changes: Partial<Session> = {}): Session => ({
  id: 'cs_test_1',
  mode: 'payment',
  isOpen: false,
  isComplete: true,
  paid: true,
  isProcessing: false,
  reversal: undefined,
  amountMinor: 1500,
  currency: 'gbp',
  userId: null,
  customerId: null,
  subscriptionId: null,
  invoiceId: null,
  email: 'guest@people.example',
  url: null,
  paymentIntentId: 'pi_1',
  startRequest: undefined,
  kind: passKinds.guest,
  extendsSessionId: undefined,
  ...changes,
})

/** The paid invoice of a pass that was bought with an account. */
export const aPassInvoice = (changes: Partial<PaidInvoice> = {}): PaidInvoice => ({
  customerId: 'cus_1',
  guestEmail: null,
  payerEmail: 'payer@people.example',
  plan: 'one-time',
  amountMinor: 1500,
  creditMinor: 0,
  currency: 'gbp',
  paidAt: '2027-03-01T10:00:00.000Z',
  number: 'A-1',
  url: null,
  order: undefined,
  ...changes,
})

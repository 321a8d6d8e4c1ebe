import type { EmailContentOf } from '#shared/contract/email.ts'
import { planFacts } from '#shared/values/plans.ts'

/** Names a subscription in a sentence: `monthly subscription`. */
export const subscriptionInWords = (plan: 'monthly' | 'annual' | null): string =>
  plan === null ? 'subscription' : `${planFacts[plan].name.toLowerCase()} subscription`

/** Names the invoice in a sentence: ` (invoice ABC-0001)`. Empty without a number. */
export const invoiceInWords = (number: string | null | undefined): string =>
  number === null || number === undefined ? '' : ` (invoice ${number})`

/** Names what an invoice charges for, in a table. */
export const itemOf = (plan: EmailContentOf<'receipt'>['plan']): string => {
  if (plan === 'one-time') return 'Live chat pass'
  return plan === null ? 'Subscription' : `${planFacts[plan].name} subscription`
}

/** Names what a refund or a dispute is about, in a sentence. */
export const refundedInWords: Readonly<Record<EmailContentOf<'refunded'>['what'], string>> = {
  pass: 'your live chat pass',
  subscription: 'your subscription',
  duplicate: 'a second subscription that was bought while you already had one',
  'late-payment': 'an invoice for a subscription that had already ended',
  'part-of-withdrawal': 'an earlier payment of your withdrawn subscription',
}

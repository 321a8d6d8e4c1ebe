import { Stripe } from 'stripe'
import { planFacts } from '#shared/values/plans.ts'

/** Evidence of a setting that the account's objects show. */
export interface Finding {
  /** `confirmed` and `contradicted` follow from recent objects. `unknown`: nothing shows the setting yet. */
  readonly state: 'confirmed' | 'contradicted' | 'unknown'
  readonly evidence: string
}

/** Stripe opens no page that asks for the terms until the public details contain their address. */
const isMissingAddress = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.message.includes('terms of service')

/** Opens a payment page that asks for the terms, and expires it immediately. */
const tryTerms = async (stripe: Stripe, site: string): Promise<Finding> => {
  const { data } = await stripe.prices.list({ lookup_keys: [planFacts['one-time'].lookupKey], limit: 1 })
  const [price] = data
  if (price === undefined)
    return { state: 'unknown', evidence: 'There is no price to open a payment page with yet' }
  try {
    const { id } = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: site,
      consent_collection: { terms_of_service: 'required' },
    })
    await stripe.checkout.sessions.expire(id)
    return { state: 'confirmed', evidence: `Stripe opened the payment page ${id}, which is expired again` }
  } catch (error) {
    if (isMissingAddress(error))
      return { state: 'contradicted', evidence: 'Stripe rejects every payment page: the address is missing' }
    if (error instanceof Stripe.errors.StripePermissionError)
      return { state: 'unknown', evidence: 'The key may not open a payment page: check it manually' }
    throw error
  }
}

/**
 * Finds out whether the address of the terms is set. The API does not return it, but Stripe only opens payment pages
 * that ask for the terms if it is set.
 */
export const findTermsAddress = async (stripe: Stripe, site: string): Promise<Finding> => {
  const { data } = await stripe.checkout.sessions.list({ status: 'open', limit: 100 })
  const asked = data.find(({ consent_collection: consent }) => consent?.terms_of_service === 'required')
  return asked === undefined
    ? tryTerms(stripe, site)
    : { state: 'confirmed', evidence: `The payment page ${asked.id} asks for the terms` }
}

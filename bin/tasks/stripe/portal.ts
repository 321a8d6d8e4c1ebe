import type { Stripe } from 'stripe'
import * as paths from '#shared/values/site-map.ts'
import { dashboard } from './dashboard.ts'
import { differingFields, type Difference } from './difference.ts'
import type { StripeOptions } from './options.ts'

/**
 * Customers manage cards, invoices, their VAT number and cancellation in the portal. They change plans on the site,
 * which shows the proration first, and their name and address belong to their account.
 */
const wantedConfiguration = (site: string) => ({
  business_profile: {
    privacy_policy_url: `${site}${paths.privacy}`,
    terms_of_service_url: `${site}${paths.terms}`,
  },
  default_return_url: `${site}${paths.profile}`,
  features: {
    customer_update: { enabled: true, allowed_updates: ['tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
    subscription_pause: { enabled: false },
    subscription_update: { enabled: false },
  },
})

/** Compares the default configuration of the portal, which every portal session of the site uses. */
export const portalDifferences = async (stripe: Stripe, options: StripeOptions): Promise<Difference[]> => {
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true, limit: 1 })
  const [configuration] = data
  if (configuration === undefined)
    return [
      {
        text: `Billing portal: there is no default configuration, and the API cannot create it. Press "Save changes" at ${dashboard(options, 'settings/billing/portal')} and run the command again`,
      },
    ]
  const wanted = wantedConfiguration(options.site)
  const fields = differingFields({ active: true, ...wanted }, configuration)
  if (fields.length === 0) return []
  return [
    {
      text: `Billing portal (${configuration.id}): ${fields.join('; ')}`,
      apply: async () => {
        await stripe.billingPortal.configurations.update(configuration.id, wanted)
        return `Changed the configuration of the billing portal.`
      },
    },
  ]
}

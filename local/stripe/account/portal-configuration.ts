import { catalogueCreated } from './catalogue.ts'
import { stableId } from './ids.ts'
import type { PortalConfiguration } from './objects.ts'

type Features = PortalConfiguration['features']

/** The features of a configuration that was created without any. */
export const noFeatures: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    products: [],
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
}

/** The configuration of an account whose owner saved the portal's page in the Dashboard without any change. */
export const defaultPortalConfiguration: PortalConfiguration = {
  id: stableId('bpc', 'portal'),
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: catalogueCreated,
  default_return_url: null,
  features: {
    ...noFeatures,
    customer_update: { allowed_updates: ['email', 'address', 'tax_id'], enabled: true },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true, payment_method_configuration: null },
    subscription_cancel: { ...noFeatures.subscription_cancel, enabled: true },
  },
  is_default: true,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: {},
  name: null,
  updated: catalogueCreated,
}

import * as z from 'zod'
import { applyPatch, type Account } from '../account/account.ts'
import { notFound } from '../account/errors.ts'
import { newId } from '../account/ids.ts'
import type { PortalConfiguration } from '../account/objects.ts'
import { noFeatures } from '../account/portal-configuration.ts'
import { endpoint } from './endpoint.ts'
import { page } from '../account/list.ts'
import {
  clearable,
  clearableList,
  expandOnly,
  flag,
  mergeMetadata,
  metadata,
  oneOf,
  paging,
} from '../account/params.ts'

const switchOnly = z.strictObject({ enabled: flag }).optional()

const features = z.strictObject({
  customer_update: z
    .strictObject({
      allowed_updates: clearableList(
        oneOf('address', 'email', 'name', 'phone', 'shipping', 'tax_id'),
      ).optional(),
      enabled: flag,
    })
    .optional(),
  invoice_history: switchOnly,
  payment_method_update: switchOnly,
  subscription_cancel: z
    .strictObject({
      enabled: flag,
      mode: oneOf('at_period_end', 'immediately').optional(),
      proration_behavior: oneOf('always_invoice', 'create_prorations', 'none').optional(),
    })
    .optional(),
  subscription_pause: switchOnly,
  subscription_update: switchOnly,
})
type SentFeatures = z.infer<typeof features>

const fields = {
  ...expandOnly,
  business_profile: z
    .strictObject({
      headline: clearable.optional(),
      privacy_policy_url: clearable.optional(),
      terms_of_service_url: clearable.optional(),
    })
    .optional(),
  default_return_url: clearable.optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
}
const updateParams = z.strictObject({ ...fields, active: flag.optional(), features: features.optional() })
type Params = z.infer<typeof updateParams>

/** Removes fields that were not sent, so that they do not overwrite stored ones. */
const sentOnly = <T extends object>(sent: T | undefined): T =>
  Object.fromEntries(Object.entries(sent ?? {}).filter(([, value]) => value !== undefined)) as T

const mergeFeatures = (
  before: PortalConfiguration['features'],
  sent: SentFeatures | undefined,
): PortalConfiguration['features'] => ({
  customer_update: { ...before.customer_update, ...sentOnly(sent?.customer_update) },
  invoice_history: { ...before.invoice_history, ...sentOnly(sent?.invoice_history) },
  payment_method_update: { ...before.payment_method_update, ...sentOnly(sent?.payment_method_update) },
  subscription_cancel: { ...before.subscription_cancel, ...sentOnly(sent?.subscription_cancel) },
  subscription_pause: { ...before.subscription_pause, ...sentOnly(sent?.subscription_pause) },
  subscription_update: { ...before.subscription_update, ...sentOnly(sent?.subscription_update) },
})

/** Changes the sent fields. A change emits an event; a repeat does not. */
const update = (account: Account, configuration: PortalConfiguration, sent: Params): PortalConfiguration => {
  const patch: Partial<PortalConfiguration> = {
    active: sent.active ?? configuration.active,
    business_profile: { ...configuration.business_profile, ...sentOnly(sent.business_profile) },
    default_return_url:
      sent.default_return_url === undefined ? configuration.default_return_url : sent.default_return_url,
    features: mergeFeatures(configuration.features, sent.features),
    metadata: mergeMetadata(configuration.metadata ?? {}, sent.metadata),
    name: sent.name === undefined ? configuration.name : sent.name,
  }
  const previous = applyPatch(configuration, patch)
  if (Object.keys(previous).length > 0) {
    configuration.updated = account.now()
    account.emit('billing_portal.configuration.updated', configuration, previous)
  }
  return configuration
}

const create = (account: Account, sent: Params): PortalConfiguration => {
  const configuration: PortalConfiguration = {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: {
      headline: null,
      privacy_policy_url: null,
      terms_of_service_url: null,
      ...sentOnly(sent.business_profile),
    },
    created: account.now(),
    default_return_url: sent.default_return_url ?? null,
    features: mergeFeatures(noFeatures, sent.features),
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: mergeMetadata({}, sent.metadata),
    name: sent.name ?? null,
    updated: account.now(),
  }
  account.portalConfigurations.set(configuration.id, configuration)
  account.emit('billing_portal.configuration.created', configuration)
  return configuration
}

const path = '/v1/billing_portal/configurations'

export const portalConfigurationEndpoints = [
  endpoint({
    action: 'billingPortal.configurations.list',
    method: 'GET',
    path,
    params: z.strictObject({ ...paging, active: flag.optional(), is_default: flag.optional() }),
    handle: ({ account, params }) => {
      const matches = (one: PortalConfiguration) =>
        (params.active === undefined || one.active === params.active) &&
        (params.is_default === undefined || one.is_default === params.is_default)
      return page([...account.portalConfigurations.values()].filter(matches), params, path)
    },
  }),
  endpoint({
    action: 'billingPortal.configurations.create',
    method: 'POST',
    path,
    params: z.strictObject({ ...fields, features }),
    handle: ({ account, params }) => create(account, params),
  }),
  endpoint({
    action: 'billingPortal.configurations.retrieve',
    method: 'GET',
    path: `${path}/:configuration`,
    params: z.strictObject(expandOnly),
    handle: ({ account, id }) =>
      account.portalConfigurations.get(id) ?? notFound('configuration', id, 'configuration'),
  }),
  endpoint({
    action: 'billingPortal.configurations.update',
    method: 'POST',
    path: `${path}/:configuration`,
    params: updateParams,
    handle: ({ account, id, params }) => {
      const configuration = account.portalConfigurations.get(id)
      return configuration
        ? update(account, configuration, params)
        : notFound('configuration', id, 'configuration')
    },
  }),
]

import * as z from 'zod'
import type { Account } from '../../account/account.ts'
import { isLive } from '../../billing/subscription.ts'
import { invalid, missing, noSuch } from '../../account/errors.ts'
import { newId } from '../../account/ids.ts'
import { expandOnly, oneOf, text } from '../../account/params.ts'
import { customerParam } from '../../account/customers.ts'
import type { PortalSession } from '../../account/objects.ts'
import { defaultPortalConfiguration } from '../../account/portal-configuration.ts'

const afterCompletion = z.strictObject({
  hosted_confirmation: z.strictObject({ custom_message: text.optional() }).optional(),
  redirect: z.strictObject({ return_url: text }).optional(),
  type: oneOf('hosted_confirmation', 'portal_homepage', 'redirect'),
})

const flowData = z.strictObject({
  after_completion: afterCompletion.optional(),
  subscription_cancel: z.strictObject({ subscription: text }).optional(),
  type: oneOf('payment_method_update', 'subscription_cancel'),
})

export const createPortalSessionParams = z.strictObject({
  ...expandOnly,
  customer: text.optional(),
  flow_data: flowData.optional(),
  locale: oneOf('auto', 'en', 'en-GB').optional(),
  return_url: text.optional(),
})
type Params = z.infer<typeof createPortalSessionParams>
type Flow = NonNullable<PortalSession['flow']>

const afterOf = (sent: NonNullable<Params['flow_data']>['after_completion']): Flow['after_completion'] => {
  if (sent?.type === 'redirect' && !sent.redirect) throw missing('flow_data[after_completion][redirect]')
  const message = sent?.hosted_confirmation?.custom_message
  return {
    hosted_confirmation: sent?.type === 'hosted_confirmation' ? { custom_message: message ?? null } : null,
    redirect: sent?.redirect ?? null,
    type: sent?.type ?? 'portal_homepage',
  }
}

const flowOf = (account: Account, customer: string, sent: Params['flow_data']): Flow | null => {
  if (!sent) return null
  const id = sent.subscription_cancel?.subscription
  const subscription = id === undefined ? undefined : account.subscriptions.get(id)
  if (sent.type === 'subscription_cancel') {
    const param = 'flow_data[subscription_cancel][subscription]'
    if (id === undefined) throw missing(param)
    if (subscription?.customer !== customer) throw noSuch('subscription', id, param)
    if (!isLive(subscription) || subscription.cancel_at !== null)
      throw invalid(`Subscription ${id} is already set to be canceled.`, param)
  }
  return {
    after_completion: afterOf(sent.after_completion),
    customer_update: null,
    subscription_cancel: id === undefined ? null : { retention: null, subscription: id },
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: sent.type,
  }
}

/** Opens the billing portal for a customer. Whoever has its address can use it. */
export const addPortalSession = (account: Account, params: Params): PortalSession => {
  if (params.customer === undefined) throw missing('customer')
  if (params.return_url !== undefined && !URL.canParse(params.return_url))
    throw invalid('Not a valid URL', 'return_url', 'url_invalid')
  const { id: customer } = customerParam(account, params.customer)
  const id = newId('bps')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: defaultPortalConfiguration.id,
    created: account.now(),
    customer,
    customer_account: null,
    flow: flowOf(account, customer, params.flow_data),
    livemode: false,
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? null,
    url: `${account.url}/p/session/${id}${params.flow_data ? '/flow' : ''}`,
  }
  account.portalSessions.set(id, session)
  account.emit('billing_portal.session.created', session)
  return session
}

import * as z from 'zod'
import type { Account } from '../../account/account.ts'
import { invalid, missing } from '../../account/errors.ts'
import { newId } from '../../account/ids.ts'
import { expandOnly, oneOf, text } from '../../account/params.ts'
import { customerParam } from '../../account/customers.ts'
import type { PortalSession } from '../../account/objects.ts'
import { defaultPortalConfiguration } from '../../account/portal-configuration.ts'

export const createPortalSessionParams = z.strictObject({
  ...expandOnly,
  customer: text.optional(),
  locale: oneOf('auto', 'en', 'en-GB').optional(),
  return_url: text.optional(),
})
type Params = z.infer<typeof createPortalSessionParams>

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
    flow: null,
    livemode: false,
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? null,
    url: `${account.url}/p/session/${id}`,
  }
  account.portalSessions.set(id, session)
  account.emit('billing_portal.session.created', session)
  return session
}

import { endpoint } from './endpoint.ts'
import { addPortalSession, createPortalSessionParams } from '../hosted/portal/session.ts'

export const portalSessionEndpoints = [
  endpoint({
    action: 'billingPortal.sessions.create',
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: createPortalSessionParams,
    handle: ({ account, params }) => addPortalSession(account, params),
  }),
]

import { call } from '../../../lib/call.ts'

/** The provider's page for cards and invoices. Throws `CallError`. */
export const createBillingPortal = () => call('create-billing-portal', {})

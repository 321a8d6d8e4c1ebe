import { getOpenInvoice } from '../../../shared/contract/billing.ts'
import { isUnpaid } from '../../../shared/rules/entitlement.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { type StripeGateway, stripeGateway } from '../stripe.gateway.ts'

/** The same page that the mail about the failed payment leads to. */
const handle: Handle<typeof getOpenInvoice, Pick<StripeGateway, 'latestInvoiceUrl'>> = async (
  { caller: { subscription } },
  stripe,
) => {
  const id = subscription?.stripe_subscription_id
  if (!id || !isUnpaid(subscription?.status)) return refused('not_found')
  const url = await stripe.latestInvoiceUrl(id)
  return url === undefined ? refused('not_found') : { url }
}

export const handler = serve(getOpenInvoice, handle, stripeGateway, { table: new Table() })

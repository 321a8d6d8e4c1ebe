import { Stripe } from 'stripe'
import { planFacts } from '#shared/values/plans.ts'
import { startRequestText, startRequestVersion } from '#shared/values/start-request.ts'
import { keys } from '#platform/table/keys.ts'
import { tableNameOf, type Cloud } from '#local/cloud/cloud.ts'

const stripeClient = ({ stripe }: Cloud): Stripe => {
  const { hostname, port } = new URL(stripe.url)
  return new Stripe(stripe.secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
}

const text = (value: string) => ({ S: value })
const textKey = ({ pk, sk }: { pk: string; sk: string }) => ({ pk: text(pk), sk: text(sk) })

/** Links a customer to an account, as the checkout does. */
const linkCustomer = async (cloud: Cloud, userId: string, customer: string): Promise<void> => {
  const TableName = tableNameOf(cloud)
  const body = {
    TransactItems: [
      {
        Update: {
          TableName,
          Key: textKey(keys.profile(userId)),
          UpdateExpression: 'SET stripe_customer_id = :customer',
          ExpressionAttributeValues: { ':customer': text(customer) },
        },
      },
      {
        Put: {
          TableName,
          Item: {
            ...textKey(keys.customer(customer)),
            entity: text('customer'),
            user_id: text(userId),
          },
        },
      },
    ],
  }
  const reply = await cloud.dynamodb.forward('DynamoDB_20120810.TransactWriteItems', JSON.stringify(body))
  if (reply.status !== 200) throw new Error(`The customer was not linked: ${reply.body}`)
}

/** Creates the Stripe customer of an account. */
export const createCustomer = async (
  cloud: Cloud,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<string> => {
  const { id } = await stripeClient(cloud).customers.create({ email, metadata: { user_id: userId } })
  await linkCustomer(cloud, userId, id)
  return id
}

/** The buyer of a pass: an account with its customer, or a guest. */
export type PassBuyer =
  | { readonly userId: string; readonly customer: string }
  | { readonly email: string | undefined }

/** Opens the payment page for a pass at any hour, although the site sells passes in opening hours only. */
export const openPassCheckout = async (cloud: Cloud, buyer: PassBuyer): Promise<string> => {
  const api = stripeClient(cloud)
  const { data } = await api.prices.list({ lookup_keys: [planFacts['one-time'].lookupKey] })
  const metadata: Record<string, string> = {
    ...('userId' in buyer ? { user_id: buyer.userId, kind: 'pass' } : { kind: 'guest-pass' }),
    wording: startRequestVersion,
  }
  const { id } = await api.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: data[0]?.id ?? '', quantity: 1 }],
    success_url: `${cloud.site}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${cloud.site}/payment-canceled`,
    consent_collection: { terms_of_service: 'required' },
    custom_text: { terms_of_service_acceptance: { message: startRequestText(cloud.site) } },
    ...('userId' in buyer ? { client_reference_id: buyer.userId, customer: buyer.customer } : {}),
    ...('email' in buyer && buyer.email !== undefined ? { customer_email: buyer.email } : {}),
    metadata,
    payment_intent_data: { metadata },
    invoice_creation: { enabled: true, invoice_data: { metadata } },
  })
  return id
}

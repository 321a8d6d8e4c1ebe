import { marshall } from '@aws-sdk/util-dynamodb'
import { prices } from '#local/cloud/prices.ts'
import { createClock } from '#local/kit/clock.ts'
import { createFaults } from '#local/kit/faults.ts'
import { closeServer, listenOn } from '#local/kit/listen.ts'
import { startStripe } from '#local/stripe/server.ts'
import { keys } from '#platform/table/keys.ts'

/** The account of each request. It has no subscription, so that it can start a checkout. */
export const userId = 'bench-user'
const secretKey = 'sk_test_local_emulator'

const profile = {
  ...keys.profile(userId),
  entity: 'profile',
  user_id: userId,
  email: 'nadia.oyelaran@people.example',
  full_name: 'Nadia Oyelaran',
  company_name: 'Harbour Lettings (sample)',
  street_address: '2 Example Row',
  city: 'Sampleton',
  postcode: 'ZZ1 1ZZ',
  number_of_employees: 3,
  user_type: 'agent',
  created_at: '2026-01-01T00:00:00.000Z',
  email_verified_at: '2026-01-01T00:00:00.000Z',
}

interface Sent {
  readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly S?: string }>>
}

/** Responds immediately, so that the time of a call is the function's own: only the account exists. */
const responseTo = (action: string, body: Sent): object => {
  switch (action) {
    case 'Query':
      return body.ExpressionAttributeValues?.[':pk']?.S === profile.pk
        ? { Items: [marshall(profile)], Count: 1 }
        : { Items: [], Count: 0 }
    case 'UpdateItem':
      return { Attributes: { count: { N: '1' } } }
    case 'AdminListGroupsForUser':
      return { Groups: [] }
    default:
      return {}
  }
}

/** Stands in for the table, the user pool and the secrets, at one address, and for Stripe. */
export interface FakeCloud {
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Starts the services that the measured functions call. */
export const startFakeCloud = async (): Promise<FakeCloud> => {
  const { server, port } = await listenOn(0, (request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const target = String(request.headers['x-amz-target'] ?? '')
      const body =
        request.method === 'GET'
          ? { SecretString: secretKey }
          : responseTo(target.slice(target.indexOf('.') + 1), JSON.parse(text))
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body))
    })
  })
  const stripe = await startStripe({
    port: 0,
    clock: createClock(),
    faults: createFaults(),
    prices,
    secretKey,
    webhookSecret: 'whsec_local_emulator',
    deliverTo: () => 'http://localhost:9',
    onEvent: () => undefined,
  })
  return {
    environment: {
      AWS_ENDPOINT_URL: `http://localhost:${port}`,
      PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: String(port),
      STRIPE_API_BASE: stripe.url,
      STRIPE_LIVE_MODE: 'false',
      SITE_URL: 'http://localhost:3000',
    },
    close: async () => {
      await Promise.all([closeServer(server), stripe.close()])
    },
  }
}

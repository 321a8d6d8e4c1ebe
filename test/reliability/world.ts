import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { vi } from 'vitest'
import { createClock, type Clock } from '../../local/clock.ts'
import { prices } from '../../local/cloud/prices.ts'
import { startStripe } from '../../local/stripe/server.ts'
import type { StripeStandIn } from '../../local/types.ts'
import { billingRepository } from '../../services/billing/billing.repository.ts'
import { checkoutRepository } from '../../services/billing/checkout.repository.ts'
import { guestKeysFrom } from '../../services/billing/guest-keys.ts'
import { passRepository } from '../../services/billing/pass.repository.ts'
import { stripeGateway } from '../../services/billing/stripe.gateway.ts'
import { stripeSweep } from '../../services/billing/stripe-sweep.ts'
import { keys } from '../../services/platform/table/keys.ts'
import { put, Table } from '../../services/platform/table/table.ts'
import { documentClient } from './document-client.ts'
import { MemoryDynamoDb } from './memory-dynamodb.ts'

const secretKey = 'sk_test_model'

/** The people of the model. What one does must never touch the other. */
export const people = ['ana', 'ben'] as const
export type PersonName = (typeof people)[number]

/** Somebody who has signed up; `account` tells a later account of theirs from the first. */
export const profileOf = (name: PersonName, account: string) => ({
  entity: 'profile',
  user_id: account,
  email: `${name}@people.example`,
  full_name: `${name} Sample`,
  company_name: 'Sample Lettings',
  street_address: '2 Example Row',
  city: 'Sampleton',
  postcode: 'ZZ1 1ZZ',
  number_of_employees: 1,
  user_type: 'agent',
  created_at: '2026-01-01T00:00:00.000Z',
})

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Takes events as the webhook would, and keeps them until the model delivers them. */
const openMailbox = async (arrived: (event: Stripe.Event) => void) => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      arrived(JSON.parse(Buffer.concat(chunks).toString()))
      response.end()
    })
  })
  return { server, url: `http://127.0.0.1:${await listen(server)}` }
}

/** Answers as AWS's extension that functions read their secrets from. */
const openSecrets = async () => {
  const server = createServer((_request, response) =>
    response.end(JSON.stringify({ SecretString: secretKey })),
  )
  return { server, port: await listen(server) }
}

export interface World {
  readonly clock: Clock
  readonly database: MemoryDynamoDb
  readonly table: Table
  readonly standIn: StripeStandIn
  /** Stripe as the test itself asks it, past the code under test. */
  readonly stripe: Stripe
  readonly needs: ReturnType<typeof needsOf>
  /** Whose account is whose: the first has the person's own name. */
  accounts: Record<PersonName, string>
  /** Accounts whose deletion was asked for, and their customers at Stripe. */
  left: { readonly account: string; readonly customer: string | undefined }[]
  /** Stripe turns every request away. */
  stripeIsDown: boolean
  /** The keys that guests were given, paid or not. */
  guestKeys: string[]
  /** Events that Stripe has sent and nobody has dealt with yet. */
  queue: Stripe.Event[]
  /** Every event that there was. */
  log: Stripe.Event[]
  restart(): Promise<void>
  close(): Promise<void>
}

const needsOf = (table: Table) => ({
  billing: billingRepository(table),
  checkouts: checkoutRepository(table),
  passes: passRepository(table),
  guestKeys: guestKeysFrom(async () => 'a secret of the model'),
  stripe: stripeGateway,
  sweep: stripeSweep,
  siteUrl: 'http://localhost:3000',
  // Long enough for others to have their turn, and no longer: some runs wait thousands of times.
  pause: () => new Promise<void>((resolve) => setTimeout(resolve, 2)),
})

/** The code under test on a stand-in for Stripe and a table in memory, with two people who signed up. */
export const openWorld = async (): Promise<World> => {
  // Thousands of steps write thousands of lines that nobody reads.
  const silence = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const clock = createClock()
  const secrets = await openSecrets()
  const mailbox = await openMailbox((event) => {
    world.queue.push(event)
    world.log.push(event)
  })
  const standIn = await startStripe({
    port: 0,
    clock,
    faults: {
      set: () => undefined,
      clear: () => undefined,
      // A limit is what Stripe's client does not try again by itself, which would take seconds.
      take: (service, action) => (world.stripeIsDown ? { service, action, error: 'rate_limit' } : undefined),
    },
    deliverTo: () => mailbox.url,
    prices,
    secretKey,
    webhookSecret: 'whsec_model',
  })
  Object.assign(process.env, {
    PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: String(secrets.port),
    STRIPE_SECRET_KEY_ID: 'stripe',
    STRIPE_API_BASE: standIn.url,
  })
  const { port } = new URL(standIn.url)
  const database = new MemoryDynamoDb()
  const table = new Table(documentClient(database), 'table')
  const fresh = standIn.snapshot()
  const world: World = {
    clock,
    database,
    table,
    standIn,
    stripe: new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http', telemetry: false }),
    needs: needsOf(table),
    accounts: { ana: 'ana', ben: 'ben' },
    left: [],
    stripeIsDown: false,
    guestKeys: [],
    queue: [],
    log: [],
    restart: async () => {
      await standIn.settle()
      clock.reset()
      await fresh()
      database.clear()
      database.onTransaction = () => undefined
      database.onRequest = () => undefined
      await table.transact(...people.map((name) => put(keys.profile(name), profileOf(name, name))))
      world.accounts = { ana: 'ana', ben: 'ben' }
      world.left = []
      world.stripeIsDown = false
      world.guestKeys = []
      world.queue = []
      world.log = []
    },
    close: async () => {
      await standIn.close()
      for (const { server } of [mailbox, secrets]) server.close()
      silence.mockRestore()
    },
  }
  return world
}

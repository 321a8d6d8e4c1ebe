import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '#local/kit/clock.ts'
import type { Faults } from '#local/kit/faults.ts'
import { closeServer, listenOn } from '#local/kit/listen.ts'
import { copyRecords, createAccount, type Account, type AccountRecords } from './account/account.ts'
import { createWebhookEndpoint } from './api/webhook-endpoints.ts'
import { callApi, type Api, type ApiRequest, type ApiResponse } from './api/api.ts'
import { createIdempotencyKeys } from './api/idempotency.ts'
import { runDueTasks } from './billing/renewal.ts'
import type { PriceDefinition } from './account/catalogue.ts'
import { createControls, type StripeControls } from './controls.ts'
import { respond } from './http.ts'
import { apiVersion, type Event } from './account/objects.ts'
import { addRecords, recordsAbout, type StripeRecord } from './records.ts'
import { createSigningSecrets } from './signing.ts'
import { createWebhooks } from './webhooks.ts'

export interface StripeOptions {
  /** 0 for any free port. */
  readonly port: number
  readonly clock: Clock
  readonly faults: Faults
  /** Returns the webhook endpoint, e.g. `http://localhost:3000/webhooks/stripe`. */
  readonly deliverTo: () => string
  /** Receives each event immediately, instead of the webhook endpoint. For tests in the same process. */
  readonly onEvent?: (event: Event) => void
  readonly record?: (call: { action: string; resource: string; status: number }) => void
  readonly prices: readonly PriceDefinition[]
  /** True if a new account lists the webhook endpoint, for all events. Default: it lists none. */
  readonly listsWebhookEndpoint?: boolean
  readonly secretKey: string
  readonly webhookSecret: string
}

export interface StripeEmulator extends StripeControls {
  /** `http://localhost:<port>`: API, hosted pages and portal. */
  readonly url: string
  readonly secretKey: string
  /** Handles an API request without HTTP. */
  call(request: ApiRequest): Promise<ApiResponse>
  /** The current signing secret. */
  readonly webhookSecret: string
  /** Replaces the signing secret. The old one stays valid for `graceSeconds` (default: one day). */
  rotateWebhookSecret(graceSeconds?: number): { secret: string; previousUntil: string }
  /** Copies every object that belongs to an account of the site, found by the account's id. */
  recordsAbout(userId: string): StripeRecord[]
  /** Stores objects without sending events. */
  addRecords(records: readonly StripeRecord[]): void
  setWebhookMode(mode: 'deliver' | 'hold'): void
  webhooks(): { mode: 'deliver' | 'hold'; held: readonly object[]; delivered: readonly object[] }
  /** Delivers events in the given order, each `copies` times. Default: all held events, oldest first. */
  release(events?: readonly string[], copies?: number): Promise<readonly { id: string; status: number }[]>
  /** Waits until no delivery is in progress. */
  waitUntilIdle(): Promise<void>
  reset(): Promise<void>
  /** Returns a copy of all records of the account. */
  records(): AccountRecords
  /** Replaces the records, without sending events, and drops pending deliveries. Keeps the given objects. */
  restore(records: AccountRecords): Promise<void>
  close(): Promise<void>
}

const respondSafely = async (api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  try {
    await respond(api, request, response)
  } catch (error) {
    console.error('Unexpected error in the Stripe emulator on', request.method, request.url, error)
    if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' })
    response.end('Unexpected error in the local Stripe emulator: see its log.')
  }
}

/** Lists the endpoint to which the emulator delivers among those of the account. */
const withWebhookEndpoint = (
  account: Account,
  { listsWebhookEndpoint, deliverTo }: StripeOptions,
): Account => {
  if (listsWebhookEndpoint)
    createWebhookEndpoint(account, {
      url: deliverTo(),
      enabled_events: ['*'],
      api_version: apiVersion,
    })
  return account
}

/**
 * Starts an emulator of one Stripe account: API, hosted pages and signed webhooks. It keeps its state in memory.
 * Rejects with PortInUse.
 */
export const startStripe = async (options: StripeOptions): Promise<StripeEmulator> => {
  const { clock, faults, prices, secretKey, webhookSecret, deliverTo } = options
  const keys = createIdempotencyKeys()
  const { server, port } = await listenOn(
    options.port,
    (request, response) => void respondSafely(api, request, response),
  )
  const url = `http://localhost:${port}`
  const secrets = createSigningSecrets(clock, webhookSecret)
  const webhooks = createWebhooks({
    clock,
    sign: secrets.sign,
    deliverTo,
    findEvent: (id) => account.events.get(id),
  })
  const open = (records?: AccountRecords) =>
    createAccount({ clock, url, prices, onEvent: options.onEvent ?? webhooks.accept, records })
  const openNew = () => withWebhookEndpoint(open(), options)
  let account = openNew()
  let closed = false
  const current = () => {
    runDueTasks(account)
    return account
  }
  clock.onJump(() => void (closed || current()))
  const record = options.record ?? (() => undefined)
  const api: Api = { account: current, clock, faults, keys, secretKey, record }

  const replaceAccount = async (next: Account) => {
    keys.clear()
    secrets.reset()
    account = next
    await webhooks.clear()
  }

  return {
    url,
    secretKey,
    call: (request) => callApi(api, request),
    get webhookSecret() {
      return secrets.current()
    },
    rotateWebhookSecret: secrets.rotate,
    ...createControls(current),
    setWebhookMode: webhooks.setMode,
    webhooks: webhooks.state,
    release: webhooks.release,
    waitUntilIdle: webhooks.waitUntilIdle,
    recordsAbout: (id) => recordsAbout(current(), id),
    addRecords: (records) => addRecords(current(), records),
    reset: () => replaceAccount(openNew()),
    records: () => copyRecords(account),
    restore: (records) => replaceAccount(open(records)),
    close: async () => {
      closed = true
      await webhooks.clear()
      await closeServer(server)
    },
  }
}

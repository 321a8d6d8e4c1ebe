import type * as StripeModule from 'stripe'
import type { Stripe } from 'stripe'
import { vi } from 'vitest'

/** A Stripe emulator of this process. */
interface Emulator {
  readonly url: string
  call(request: {
    readonly method: string
    readonly url: URL
    readonly headers: Readonly<Record<string, string | undefined>>
    readonly body: string
  }): Promise<{
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    /** True if the connection is closed without a response. */
    readonly dropped: boolean
  }>
}

/** Emulators by port. */
const emulators = new Map<string, Emulator>()

let requests = 0
let writes = 0

/** Returns how many requests clients of this process have made to Stripe. */
export const requestsToStripe = (): number => requests

/** Returns how many requests of this process have changed something at Stripe. */
export const writesToStripe = (): number => writes

/** Calls an emulator of this process without HTTP, which is four times as fast. */
const inProcess: Stripe.HttpClient = {
  getClientName: () => 'in process',
  makeRequest: async (_host, port, path, method, headers, body) => {
    requests += 1
    const emulator = emulators.get(port)
    if (emulator === undefined) throw new Error(`No Stripe emulator of this process has the port ${port}`)
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
    const response = await emulator.call({
      method,
      url: new URL(path, 'http://localhost'),
      headers: Object.fromEntries(named),
      body: body ?? '',
    })
    if (method !== 'GET' && response.status < 400) writes += 1
    if (response.dropped) throw new Error('The emulator closed the connection')
    const lowerCase = Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value])
    return {
      getStatusCode: () => response.status,
      getHeaders: () => Object.fromEntries(lowerCase),
      getRawResponse: () => response,
      toStream: () => {
        throw new Error('No test reads a stream')
      },
      toJSON: async () => JSON.parse(response.body),
    }
  },
}

/** The secret key of Stripe that the code under test reads. */
export const secretKey = 'sk_test_model'

// A busy machine does not respond to HTTP within the two seconds that the function waits for its secrets.
vi.mock('#platform/secrets.ts', () => ({
  secret: async () => secretKey,
  changedSecret: async () => undefined,
}))

type MakeRequest = (this: unknown, ...request: unknown[]) => unknown

/**
 * Marks the prototype of the client library once it is changed, because test files share the process and its libraries.
 */
const mark = 'takesNoStacks'

/**
 * Stops the client from formatting the stack of its caller before each request, for errors that it may throw. Vite
 * looks up the sources of every frame, which took an eighth of the time of these tests.
 */
const withoutStacks = (prototype: object): void => {
  if (Reflect.has(prototype, mark)) return
  const makeRequest: MakeRequest = Reflect.get(prototype, '_makeRequest')
  Reflect.set(prototype, mark, true)
  Reflect.set(prototype, '_makeRequest', function (this: unknown, ...request: unknown[]) {
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    try {
      return Reflect.apply(makeRequest, this, request)
    } finally {
      Error.stackTraceLimit = limit
    }
  })
}

vi.mock('stripe', async (importOriginal) => {
  const original = await importOriginal<typeof StripeModule>()
  withoutStacks(original.Stripe.StripeResource.prototype)
  class InProcessStripe extends original.Stripe {
    constructor(key: string, config: Stripe.StripeConfig) {
      super(key, { ...config, httpClient: inProcess })
    }

    /** Seconds that the client waits before it repeats a request. */
    override getInitialNetworkRetryDelay(): number {
      return 0
    }
  }
  return { ...original, Stripe: InProcessStripe, default: InProcessStripe }
})

/** Makes every Stripe client of this process that has the emulator's address call it directly. */
export const callInProcess = (emulator: Emulator): void => {
  emulators.set(new URL(emulator.url).port, emulator)
}

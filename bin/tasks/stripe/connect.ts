import { Stripe } from 'stripe'
import * as z from 'zod'
import { stripeApiVersion } from '#platform/stripe.ts'
import type { StripeOptions } from './options.ts'

const requestTimeoutMs = 20_000

const health = z.object({ stripe: z.string() })

/** Returns the address of the emulator of the running local cloud. */
const findLocalEmulator = async (site: string): Promise<string> => {
  try {
    const response = await fetch(`${site}/_local/health`)
    return health.parse(await response.json()).stripe
  } catch (cause) {
    throw new Error(`No local cloud is running at ${site}. Start it with npm start, or pass --api-base.`, {
      cause,
    })
  }
}

const hostOf = (address: string) => {
  const { hostname, port, protocol } = new URL(address)
  return { host: hostname, port, protocol: protocol === 'https:' ? ('https' as const) : ('http' as const) }
}

/** Explains errors that the operator can correct. Returns any other error unchanged. */
export const explainStripeError = (error: unknown): unknown => {
  if (error instanceof Stripe.errors.StripeConnectionError)
    return new Error(`Stripe could not be reached: ${error.message} Check the network.`, { cause: error })
  if (error instanceof Stripe.errors.StripePermissionError)
    return new Error(
      `The key lacks a permission: ${error.message} The command reads and writes products, prices, tax rates, subscriptions, portal configurations and webhook endpoints, and reads invoices, charges and Checkout Sessions.`,
      { cause: error },
    )
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return new Error(`Stripe rejected STRIPE_SECRET_KEY: ${error.message}`, { cause: error })
  return error
}

/**
 * Creates a client and tries one read, so that a missing network or a rejected key is known before any change.
 *
 * @throws Error that says what is missing
 */
export const connect = async (options: StripeOptions): Promise<Stripe> => {
  const { stage, apiBase, site } = options
  const address = apiBase ?? (stage === 'local' ? await findLocalEmulator(site) : undefined)
  const stripe = new Stripe(options.secretKey, {
    apiVersion: stripeApiVersion,
    maxNetworkRetries: 2,
    timeout: requestTimeoutMs,
    telemetry: false,
    ...(address === undefined ? {} : hostOf(address)),
  })
  try {
    await stripe.prices.list({ limit: 1 })
  } catch (error) {
    throw explainStripeError(error)
  }
  return stripe
}

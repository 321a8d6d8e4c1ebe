import { Stripe } from 'stripe'

/** A list as Stripe's client returns it: the first page of 100, and all items to a caller who reads on. */
export const listOf = <T>(items: readonly T[]) =>
  Object.assign(Promise.resolve({ data: items.slice(0, 100) }), {
    autoPagingToArray: async () => [...items],
    async *[Symbol.asyncIterator]() {
      yield* items
    },
  })

/** Rejects as Stripe does for an id that does not exist. */
export const missing = (): Promise<never> =>
  Promise.reject(
    new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: 'No such object',
      statusCode: 404,
    }),
  )

/** Rejects as Stripe does for a request that it does not accept, for example with the name of a parameter. */
export const rejectedRequest = (param?: string): Promise<never> =>
  Promise.reject(
    new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      message: 'Invalid request',
      statusCode: 400,
      ...(param === undefined ? {} : { param }),
    }),
  )

/** Rejects as Stripe does for a charge that the bank declines. */
export const declinedCard = (): Promise<never> =>
  Promise.reject(new Stripe.errors.StripeCardError({ type: 'card_error', message: 'Declined' }))

/** Rejects as Stripe does for an idempotency key that was used with other parameters. */
export const reusedKey = (): Promise<never> =>
  Promise.reject(
    new Stripe.errors.StripeIdempotencyError({
      type: 'idempotency_error',
      message: 'Keys differ',
      statusCode: 400,
    }),
  )

/** Rejects as Stripe does while another request with the same idempotency key is running. */
export const keyInUse = (): Promise<never> =>
  Promise.reject(
    new Stripe.errors.StripeIdempotencyError({
      type: 'idempotency_error',
      message: 'Key in use',
      statusCode: 409,
    }),
  )

/** Rejects as Stripe does for an idempotency key whose first request failed at Stripe. */
export const storedFailure = (): Promise<never> =>
  Promise.reject(
    new Stripe.errors.StripeAPIError({
      type: 'api_error',
      message: 'Stripe failed',
      statusCode: 500,
      headers: { 'idempotent-replayed': 'true' },
    }),
  )

/** The client that code under test receives. Tests with `vi.mock('#platform/stripe.ts')` replace its resources. */
export const standIn: { resources: object } = { resources: {} }

/** Replaces the resources of Stripe. */
export const at = (resources: object): void => {
  standIn.resources = resources
}

/** Rejects as a call does while Stripe cannot be reached. */
export const down = (): Promise<never> => Promise.reject(new Error('Stripe is down'))

import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { cancelSubscription } from '#shared/contract/subscriptions.ts'
import { apiError } from '#test/kit/api-error.ts'
import { missing } from '#test/kit/in-memory/stand-in-stripe.ts'
import { aSubscription, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { handle as cancel } from './cancel-subscription/handler.ts'
import { explainRejection } from './explain-rejection.ts'

describe('a request about a subscription that ends in the meantime', () => {
  /** Requests the cancellation of `sub_2`, which ends before the request reaches Stripe. Returns the response. */
  const cancelWith = async (others: readonly ReturnType<typeof aSubscription>[]) => {
    const { call, atStripe } = await subscriberInMemory({
      subscriptions: [aSubscription({ id: 'sub_2' }), ...others],
    })
    const endFirst = async () => {
      atStripe.subscriptions = [...others]
      return missing()
    }
    const withEnd: typeof cancel = (request, given) =>
      cancel(request, { ...given, stripe: { ...given.stripe, scheduleCancellation: endFirst } })
    return call(cancelSubscription, withEnd)
  }

  test('says that nothing can be cancelled any more', async () => {
    expect(await cancelWith([])).toMatchObject(apiError('not_subscribed'))
  })

  test('can be repeated if it was a duplicate, because the other subscription continues', async () => {
    expect(await cancelWith([aSubscription({ id: 'sub_1' })])).toMatchObject(
      apiError('payment_provider_error'),
    )
  })
})

describe('explainRejection', () => {
  test('passes on an unexpected error, which raises an alarm, as it is', async () => {
    const error = new Error('Unexpected')
    const rejected = explainRejection(
      () => Promise.reject(error),
      async () => undefined,
    )
    await expect(rejected).rejects.toBe(error)
  })
})

import { describe, expect, test } from 'vitest'
import { deferred } from '#test/kit/deferred.ts'
import { withPrice } from './with-price.ts'

describe('the price of a payment page', () => {
  test('is looked up while the other requests run', async () => {
    const events: string[] = []
    const { promise: found, resolve: find } = deferred()
    const preparePrice = async (plan: string) => {
      events.push(`look up ${plan}`)
      await found
      events.push('price found')
    }
    const page = withPrice('monthly', { preparePrice }, async () => {
      events.push('create the customer')
      find()
      return 'page'
    })
    expect(await page).toBe('page')
    expect(events).toEqual(['look up monthly', 'create the customer', 'price found'])
  })

  test('is awaited even if another request fails, so that nothing runs after the response', async () => {
    let isFound = false
    const preparePrice = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      isFound = true
    }
    const failing = withPrice('annual', { preparePrice }, async () => {
      throw new Error('Stripe failed')
    })
    await expect(failing).rejects.toThrow('Stripe failed')
    expect(isFound).toBe(true)
  })
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import type { RenewingSubscription } from '#services/payments/stripe/renewals.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { subscriptionRepository } from '../subscription.repository.ts'
import { handle } from './handler.ts'

const dayMs = 24 * 3600_000
const started = new Date('2027-03-01T10:00:00Z')
const renews = new Date('2028-03-01T10:00:00Z')
const daysBefore = (days: number) => new Date(renews.getTime() - days * dayMs)

const email = 'nadia@people.example'
const customerId = 'cus_nadia'
const annual: RenewingSubscription = {
  id: 'sub_nadia',
  customerId,
  interval: 'year',
  next: { plan: 'annual', interval: 'year' },
  scheduleId: null,
  startedEpochSeconds: started.getTime() / 1000,
  renewsEpochSeconds: renews.getTime() / 1000,
}

let world: ReturnType<typeof inMemory>
let userId: string
beforeEach(async () => {
  world = inMemory({ now: started })
  ;({ userId } = await world.account({ email, plan: 'annual' }))
  await customerRepository(world.table).link(userId, customerId)
})

const depsWith = (subscriptions: RenewingSubscription[], amountMinor = 54_999) => ({
  customers: customerRepository(world.table),
  subscriptions: subscriptionRepository(world.table),
  stripe: {
    listRenewingSubscriptions: async () => subscriptions,
    priceRenewal: async ({ id }: RenewingSubscription) => {
      if (id === 'sub_without_price') throw new Error('Stripe failed')
      return { amountMinor, currency: 'gbp' }
    },
  },
  siteUrl: 'https://advice.example',
})
const run = (now: Date, subscription: RenewingSubscription = annual, amountMinor = 54_999) =>
  handle(depsWith([subscription], amountMinor), now)
const reminders = async () =>
  (await world.table.listByIndex(keys.emailsTo(email, '').gsi1pk)).map(
    (item) => outboxRecord.parse(item).content,
  )

const queuedAt = async () =>
  (await world.table.listByIndex(keys.emailsTo(email, '').gsi1pk)).map(
    (item) => outboxRecord.parse(item).created_at,
  )

describe('renewal-reminders', () => {
  test("states Stripe's price, 30 and 7 days before, each once although it runs every day", async () => {
    for (let days = 40; days > 7; days -= 1) await run(daysBefore(days))
    const reminder = { template: 'renewal', amount_minor: 54_999, renews_at: renews.toISOString() }
    expect(await reminders()).toMatchObject([reminder])
    forceOverlap(world.table, 2)
    const later = new Date(daysBefore(7).getTime() + 1)
    await Promise.all([run(daysBefore(7)), run(later)])
    expect(await queuedAt()).toContain(daysBefore(7).toISOString())
    expect(await queuedAt()).not.toContain(later.toISOString())
    for (let days = 6; days >= 0; days -= 1) await run(daysBefore(days))
    expect(await reminders()).toMatchObject([reminder, reminder])
  })

  test('states the price of a scheduled change of plan', async () => {
    await run(daysBefore(7), { ...annual, next: { plan: 'monthly', interval: 'month' } }, 5000)
    expect(await reminders()).toMatchObject([{ plan: 'monthly', interval: 'month', amount_minor: 5000 }])
  })

  test('asks Stripe for the price of a renewal only until it is announced', async () => {
    const deps = depsWith([annual])
    const priceRenewal = vi.fn<typeof deps.stripe.priceRenewal>(deps.stripe.priceRenewal)
    for (const days of [7, 6, 5])
      expect(await handle({ ...deps, stripe: { ...deps.stripe, priceRenewal } }, daysBefore(days))).toEqual({
        due: 1,
        failed: 0,
      })
    expect(priceRenewal).toHaveBeenCalledOnce()
  })

  test('stops before Lambda ends the run, fails, and announces the others in the next run', async () => {
    const deps = depsWith(['sub_1', 'sub_2', 'sub_3'].map((id) => ({ ...annual, id })))
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const priceRenewal: typeof deps.stripe.priceRenewal = async (subscription) => {
      elapsedMs += 450_000
      return deps.stripe.priceRenewal(subscription)
    }
    const slow = { ...deps, stripe: { ...deps.stripe, priceRenewal } }
    await expect(handle(slow, daysBefore(7))).rejects.toThrow('No time was left to announce 1 renewals')
    expect(await reminders()).toHaveLength(2)
    expect(await handle(slow, daysBefore(6))).toEqual({ due: 3, failed: 0 })
    expect(await reminders()).toHaveLength(3)
    time.mockRestore()
  })

  test('reports the customers who have an account to remind', async () => {
    expect(await run(daysBefore(7))).toEqual({ due: 1, failed: 0 })
    expect(await run(daysBefore(7), { ...annual, customerId: 'cus_unknown' })).toEqual({ due: 0, failed: 0 })
  })

  test('fails after the other reminders if one cannot be sent, so that an alarm reports it', async () => {
    const deps = depsWith([{ ...annual, id: 'sub_without_price' }, annual])
    await expect(handle(deps, daysBefore(7))).rejects.toThrow('1 renewals could not be announced')
    expect(await reminders()).toHaveLength(1)
  })

  test('sends nothing for a customer without an account, or whose account has another customer now', async () => {
    await run(daysBefore(7), { ...annual, customerId: 'cus_unknown' })
    const customers = customerRepository(world.table)
    await customers.unlink(userId, customerId)
    await customers.link(userId, 'cus_new')
    await run(daysBefore(7))
    expect(await reminders()).toEqual([])
  })
})

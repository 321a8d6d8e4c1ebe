import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  continueDeletion,
  deleteAccount,
  type DeletionDependencies,
} from '#services/account/delete-account.ts'
import { deletionRepository } from '#services/account/deletion.repository.ts'
import { stripeCustomers } from '#services/account/stripe-customers.ts'
import { ApiError, apiError } from '#platform/api-error.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { deletionDependenciesOf } from './delete-account.ts'
import { passSecond } from './money-steps.ts'
import { attempt, buy, deliver, isSubscribed, Killed, accountOf, sessionsOf, runReconcile } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

/** The steps of a deletion outside the table. The test stops a run before and after each of them. */
const externalSteps = ['stripe', 'user pool'] as const

/** Dependencies that call `onMoment` before and after each external step. It may throw to stop the run there. */
const dependenciesWith = (
  onMoment: (moment: string) => void,
  admins: readonly string[] = [],
): DeletionDependencies => {
  const step = async (name: (typeof externalSteps)[number], action: () => Promise<void>) => {
    onMoment(`before ${name}`)
    await action()
    onMoment(`after ${name}`)
  }
  return {
    ...deletionDependenciesOf(world),
    stripeCustomers: {
      ...stripeCustomers,
      delete: (ids) => step('stripe', () => stripeCustomers.delete(ids)),
    },
    userPool: { delete: () => step('user pool', async () => undefined) },
    adminIds: async () => admins,
  }
}

const neverStop = () => undefined
const stopAt = (target: string) => (moment: string) => {
  if (moment === target) throw new Killed()
}

const payAll = async () => {
  for (const { id, status } of await sessionsOf(world))
    if (status === 'open') await world.stripeEmulator.pay(id, 'ok')
  await world.stripeEmulator.waitUntilIdle()
}

/** Returns an account with a paid pass and a paid subscription. */
const aMember = async () => {
  await buy(world, 'ana', 'one-time')
  await payAll()
  await buy(world, 'ana', 'monthly')
  await payAll()
  await runReconcile(world)
  passSecond(world)
  return accountOf(world, 'ana')
}

const stored = () => world.database.all().map((item) => JSON.stringify(item))

/** Expects that only the tombstone, the anonymous payments and the queued confirmation email remain. */
const expectDeleted = async (customer: string) => {
  const about = stored().filter((item) => /ana@|"ana"|#ana"|ana Sample/.test(item))
  expect(about.filter((item) => !/"tombstone"|"account-deleted:ana"/.test(item))).toEqual([])
  expect(about.filter((item) => /"account-deleted:ana"/.test(item))).toHaveLength(1)
  expect(stored().filter((item) => /"retained_payments"/.test(item))).toHaveLength(1)
  expect(stored().filter((item) => /"pass_payment"/.test(item))).toHaveLength(1)
  expect(await world.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  const { data } = await world.stripe.subscriptions.list({ status: 'active' })
  expect(data).toEqual([])
}

/** Expects that the account and its subscription are unchanged. */
const expectUnchanged = async (customer: string) => {
  expect(await world.stripe.customers.retrieve(customer)).not.toHaveProperty('deleted')
  expect(await isSubscribed(world, 'ana')).toBe(true)
}

const listUnfinished = async () => deletionRepository(world.table).listUnfinished(new Date('2999-01-01'), 10)

const moments = [
  ...externalSteps.flatMap((name) => [`before ${name}`, `after ${name}`]),
  ...Array.from({ length: 14 }, (_, n) => [`before write ${n}`, `after write ${n}`]).flat(),
]

describe('account deletion', () => {
  test.each(moments)('continues or abandons a run that stops %s', async (moment) => {
    const account = await aMember()
    const customer = String(account.profile.stripe_customer_id)
    let writes = 0
    world.database.onTransaction = (when) => {
      const at = `${when} write ${writes}`
      if (when === 'after') writes += 1
      stopAt(moment)(at)
    }
    const deps = dependenciesWith(stopAt(moment))
    await attempt(async () => void (await deleteAccount(account, deps, world.clock.now())))
    world.database.onTransaction = () => undefined

    const continued = dependenciesWith(neverStop)
    const [unfinished] = await listUnfinished()
    if (unfinished !== undefined) await continueDeletion(unfinished, continued, world.clock.now())
    expect(await listUnfinished()).toEqual([])
    for (const event of world.allEvents) await deliver(world, event)
    const exists = (await deps.deletions.findAccount('ana')) !== undefined
    await (exists ? expectUnchanged(customer) : expectDeleted(customer))
  })

  test('changes nothing if Stripe cannot cancel the subscription', async () => {
    const account = await aMember()
    const before = stored()
    const deps = dependenciesWith(neverStop)
    const failing = {
      ...deps,
      stripeCustomers: {
        ...deps.stripeCustomers,
        delete: async () => {
          throw apiError('payment_provider_error')
        },
      },
    }
    await expect(deleteAccount(account, failing, world.clock.now())).rejects.toThrow(ApiError)
    expect(stored()).toEqual(before)
  })

  test('rejects the deletion of the last admin', async () => {
    const deps = dependenciesWith(neverStop, ['ana'])
    const result = await deleteAccount(await accountOf(world, 'ana'), deps, world.clock.now())
    expect(result).toMatchObject({ code: 'last_admin' })
    await accountOf(world, 'ana')
  })

  test('deletes only one of the last two admins when both are deleted at the same time', async () => {
    const deps = dependenciesWith(neverStop, ['ana', 'ben'])
    const members = [await accountOf(world, 'ana'), await accountOf(world, 'ben')]
    forceOverlap(world.table, 2)
    const results = await Promise.all(
      members.map((account) => deleteAccount(account, deps, world.clock.now())),
    )
    expect(results.filter((result) => result instanceof ApiError)).toMatchObject([{ code: 'last_admin' }])
  })

  test('prevents writes by requests that were in progress during the deletion', async () => {
    const account = await aMember()
    const deps = dependenciesWith(neverStop)
    await deleteAccount(account, deps, world.clock.now())
    const before = stored()
    const now = world.clock.now()
    const customerId = String(account.profile.stripe_customer_id)
    const entitlement = {
      subscribed: true,
      subscriptionId: 'sub_x',
      status: 'active',
      plan: null,
      cancelling: false,
      endsAt: null,
    }
    const outdated = { ...account, subscription: undefined }
    const projection = { account: outdated, customerId, entitlement, cause: undefined, email: undefined, now }
    expect(await world.deps.subscriptions.project(projection)).toBe('stale')
    expect(await world.deps.customers.link('ana', 'cus_x')).toBe(false)
    expect(await world.deps.checkouts.reserve('ana', 'monthly', undefined, now)).toBeUndefined()
    expect(stored()).toEqual(before)
  })

  test('returns the same result for a repeated deletion', async () => {
    const account = await aMember()
    const deps = dependenciesWith(neverStop)
    const now = world.clock.now()
    expect(await deleteAccount(account, deps, now)).toEqual({ success: true })
    expect(await deleteAccount(account, deps, now)).toEqual({ success: true })
    await expectDeleted(String(account.profile.stripe_customer_id))
  })
})

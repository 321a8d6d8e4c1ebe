import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { continueDeletion, deleteAccount, type DeletionNeeds } from '../../services/account/delete-account.ts'
import { deletionRepository } from '../../services/account/deletion.repository.ts'
import { stripeAccount } from '../../services/account/stripe-account.ts'
import { Refusal, refused } from '../../services/platform/refusal.ts'
import { deletionNeedsOf } from './leave.ts'
import { attempt, buy, deliver, isSubscribed, Killed, memberOf, sessionsOf, sweep } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

/** The steps of a deletion that reach beyond the table: a run may die before or after each. */
const outside = ['stripe', 'pool'] as const

/** The needs of a deletion of which the run may die before and after each step outside the table. */
const needsWith = (die: (at: string) => void, admins: readonly string[] = []): DeletionNeeds => {
  const step = async (name: (typeof outside)[number], act: () => Promise<void>) => {
    die(`before ${name}`)
    await act()
    die(`after ${name}`)
  }
  return {
    ...deletionNeedsOf(world),
    payments: { ...stripeAccount, end: (held) => step('stripe', () => stripeAccount.end(held)) },
    userPool: { delete: () => step('pool', async () => undefined) },
    adminIds: async () => admins,
  }
}

const unharmed = () => undefined
const dieAt = (moment: string) => (at: string) => {
  if (at === moment) throw new Killed()
}

const payAll = async () => {
  for (const { id, status } of await sessionsOf(world))
    if (status === 'open') await world.standIn.pay(id, 'ok')
  await world.standIn.settle()
}

/** Somebody with a pass and a subscription, both paid and known. */
const aMember = async () => {
  await buy(world, 'ana', 'one-time')
  await payAll()
  await buy(world, 'ana', 'monthly')
  await payAll()
  await sweep(world)
  return memberOf(world, 'ana')
}

const stored = () => world.database.all().map((item) => JSON.stringify(item))

/** Nothing of the person is left but the mark, payments without a name, and the receipt that waits. */
const isGone = async (customer: string) => {
  const about = stored().filter((item) => /ana@|"ana"|#ana"|ana Sample/.test(item))
  expect(about.filter((item) => !/"tombstone"|"account-deleted:ana"/.test(item))).toEqual([])
  expect(about.filter((item) => /"account-deleted:ana"/.test(item))).toHaveLength(1)
  expect(stored().filter((item) => /"kept-payments"/.test(item))).toHaveLength(1)
  expect(stored().filter((item) => /"pass-payment"/.test(item))).toHaveLength(1)
  expect(await world.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  const { data } = await world.stripe.subscriptions.list({ status: 'active' })
  expect(data).toEqual([])
}

const isWhole = async (customer: string) => {
  expect(await world.stripe.customers.retrieve(customer)).not.toHaveProperty('deleted')
  expect(await isSubscribed(world, 'ana')).toBe(true)
}

const unfinished = async () => deletionRepository(world.table).unfinished(new Date('2999-01-01'), 10)

const moments = [
  ...outside.flatMap((name) => [`before ${name}`, `after ${name}`]),
  ...Array.from({ length: 14 }, (_, n) => [`before write ${n}`, `after write ${n}`]).flat(),
]

test.each(moments)('a run that dies %s is finished by the next, or nothing has happened', async (moment) => {
  const member = await aMember()
  const customer = String(member.profile.stripe_customer_id)
  let writes = 0
  world.database.onTransaction = (when) => {
    const at = `${when} write ${writes}`
    if (when === 'after') writes += 1
    dieAt(moment)(at)
  }
  const needs = needsWith(dieAt(moment))
  await attempt(async () => void (await deleteAccount(member, needs, world.clock.now())))
  world.database.onTransaction = () => undefined

  const again = needsWith(unharmed)
  const [left] = await unfinished()
  if (left !== undefined) await continueDeletion(left, again, world.clock.now())
  expect(await unfinished()).toEqual([])
  for (const event of world.log) await deliver(world, event)
  const isThere = (await needs.deletions.member('ana')) !== undefined
  await (isThere ? isWhole(customer) : isGone(customer))
})

test('with a subscription that cannot be ended, the account stays whole', async () => {
  const member = await aMember()
  const before = stored()
  const needs = needsWith(unharmed)
  const refusing = {
    ...needs,
    payments: {
      ...needs.payments,
      end: async () => {
        throw refused('payment_provider_error')
      },
    },
  }
  await expect(deleteAccount(member, refusing, world.clock.now())).rejects.toThrow(Refusal)
  expect(stored()).toEqual(before)
})

test('the last admin stays', async () => {
  const needs = needsWith(unharmed, ['ana'])
  const answer = await deleteAccount(await memberOf(world, 'ana'), needs, world.clock.now())
  expect(answer).toMatchObject({ code: 'last_admin' })
  await memberOf(world, 'ana')
})

test('of two admins who leave at the same moment one stays', async () => {
  const needs = needsWith(unharmed, ['ana', 'ben'])
  const members = [await memberOf(world, 'ana'), await memberOf(world, 'ben')]
  const answers = await Promise.all(members.map((member) => deleteAccount(member, needs, world.clock.now())))
  expect(answers.filter((answer) => answer instanceof Refusal)).toMatchObject([{ code: 'last_admin' }])
})

test('what was under way at the moment of the deletion writes nothing afterwards', async () => {
  const member = await aMember()
  const needs = needsWith(unharmed)
  await deleteAccount(member, needs, world.clock.now())
  const before = stored()
  const now = world.clock.now()
  const customerId = String(member.profile.stripe_customer_id)
  const entitlement = {
    subscribed: true,
    subscriptionId: 'sub_x',
    status: 'active',
    plan: null,
    cancelling: false,
    endsAt: null,
  }
  const outdated = { ...member, subscription: undefined }
  const projection = { member: outdated, customerId, entitlement, cause: undefined, mail: undefined, now }
  expect(await world.needs.billing.project(projection)).toBe('stale')
  expect(await world.needs.billing.linkCustomer('ana', 'cus_x')).toBe(false)
  expect(await world.needs.checkouts.reserve('ana', 'monthly', undefined, now)).toBeUndefined()
  expect(stored()).toEqual(before)
})

test('a repeated deletion finds the account gone', async () => {
  const member = await aMember()
  const needs = needsWith(unharmed)
  const now = world.clock.now()
  expect(await deleteAccount(member, needs, now)).toEqual({ success: true })
  expect(await deleteAccount(member, needs, now)).toEqual({ success: true })
  await isGone(String(member.profile.stripe_customer_id))
})

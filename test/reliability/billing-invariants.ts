import { expect } from 'vitest'
import { expectCreditReturnedOnce } from './credit-invariants.ts'
import { accountHolders, recordsOf } from './delete-account.ts'
import { expectOneTruthfulEmailEach } from './email-invariants.ts'
import { expectEveryPoundMatched, expectLatePaymentsBuyAccess } from './money-invariants.ts'
import { activeSubscriptions, hasEverPaid, isLateTimeDisputed, shouldHaveAccess } from './oracle.ts'
import { expectPaidTimeGivesAccess } from './paid-time.ts'
import { expectPaidPassesApplied, expectPaidPurchasesOnly } from './pass-invariants.ts'
import { expectRepeatedEventsIgnored } from './repeated-events.ts'
import { customerIdOf } from './run-step.ts'
import { accountOf, check, isSubscribed } from './steps.ts'
import { expectWithdrawalsRefundedOnce } from './withdrawal-invariants.ts'
import { expectUndoneChangesReturned } from './undone-change-invariants.ts'
import { type UserName, userNames, type World } from './world.ts'

const expectNoUnpaidAccess = async (world: World) => {
  for (const name of userNames)
    if (await isSubscribed(world, name))
      expect(await hasEverPaid(world, await customerIdOf(world, name)), `${name} has paid`).toBe(true)
}

const expectAccessAsAtStripe = async (world: World) => {
  for (const name of await accountHolders(world)) {
    const customer = await customerIdOf(world, name)
    expect(await isSubscribed(world, name), `access of ${name}`).toBe(await shouldHaveAccess(world, customer))
    const subscriptions = await activeSubscriptions(world, customer)
    for (const { id, cancel_at: end, items } of subscriptions)
      if (end !== null)
        expect(end, `end of ${id}`).toBeGreaterThanOrEqual(items.data[0]?.current_period_end ?? 0)
    expect(subscriptions.length, `subscriptions of ${name}`).toBeLessThanOrEqual(1)
  }
}

const isSuspendedAfterTheEnd = async (world: World, name: UserName): Promise<boolean> => {
  const record = (await accountOf(world, name)).subscription
  return record?.disputed === true && record.status === 'canceled'
}

/**
 * Only a dispute of a live subscription or of a late payment suspends access. Anyone else can buy. No event reports
 * that the time of a late payment is over, so the next page that the customer opens checks it.
 */
const expectNoDisputeAfterTheEnd = async (world: World) => {
  for (const name of await accountHolders(world)) {
    if (!(await isSuspendedAfterTheEnd(world, name))) continue
    await check(world, name)
    if (!(await isSuspendedAfterTheEnd(world, name))) continue
    const isDisputed = await isLateTimeDisputed(world, String(await customerIdOf(world, name)))
    expect(isDisputed, `a late payment of ${name}, who is suspended, is disputed`).toBe(true)
  }
}

/** Deleted accounts are charged no more, and late events restore none of their records. */
const expectDeletedAccountsGone = async (world: World) => {
  for (const { account, customer } of world.deletedAccounts) {
    if ((await world.deps.customers.find(account)) !== undefined) continue
    expect(await activeSubscriptions(world, customer), `subscriptions of deleted ${account}`).toEqual([])
    expect(recordsOf(world, account), `records of deleted ${account}`).toEqual([])
  }
}

/** Holds at every moment, whatever has failed. */
export const expectAlways = async (world: World): Promise<void> => {
  await world.stripeEmulator.waitUntilIdle()
  await expectNoUnpaidAccess(world)
  expect(world.recordedTwice, 'events whose effect was applied twice').toEqual([])
  await expectPaidPurchasesOnly(world)
}

/** Holds when every event is processed and the scheduled functions have run. */
export const expectSettled = async (world: World): Promise<void> => {
  await expectAccessAsAtStripe(world)
  await expectNoDisputeAfterTheEnd(world)
  await expectDeletedAccountsGone(world)
  await expectPaidPassesApplied(world)
  await expectPaidTimeGivesAccess(world)
  await expectEveryPoundMatched(world)
  await expectCreditReturnedOnce(world)
  await expectUndoneChangesReturned(world)
  await expectLatePaymentsBuyAccess(world)
  await expectWithdrawalsRefundedOnce(world)
  await expectOneTruthfulEmailEach(world)
  await expectRepeatedEventsIgnored(world)
}

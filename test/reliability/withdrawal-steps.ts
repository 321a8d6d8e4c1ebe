import { listWithdrawablePurchases, withdrawPurchase } from '#shared/contract/withdrawals.ts'
import { planChangeGateway } from '#services/payments/stripe/plan-changes.ts'
import { handle as handleList } from '#services/withdrawals/list-withdrawable-purchases/handler.ts'
import { handle as handleWithdraw } from '#services/withdrawals/withdraw-purchase/handler.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { accountOf } from './steps.ts'
import type { UserName, World } from './world.ts'

/** Returns a user as the caller of an operation. */
export const callerOf = async (world: World, user: UserName) => {
  const account = await accountOf(world, user)
  return {
    ...account,
    userId: account.profile.user_id,
    signInId: undefined,
    signedInAtSeconds: 0,
    mayBeAdmin: false,
  }
}

type Buyer = { readonly user: UserName } | { readonly guestKey: string }

/** Withdraws from one of the purchases that the page lists, for the refund that it shows. */
export const withdraw = async (world: World, buyer: Buyer, nth: number): Promise<void> => {
  const deps = { ...world.deps, planChanges: planChangeGateway }
  const caller = 'user' in buyer ? await callerOf(world, buyer.user) : null
  const key = 'user' in buyer ? {} : { guest_key: buyer.guestKey }
  const now = world.clock.now()
  const listed = await callInMemory(listWithdrawablePurchases, handleList, { caller, body: key, now }, deps)
  const purchases = 'data' in listed.body ? listed.body.data : []
  const purchase = purchases[nth % Math.max(1, purchases.length)]
  if (purchase === undefined) return
  world.withdrawalRequests.set(purchase.id, now.getTime() / 1000)
  const body = { ...key, id: purchase.id, refundMinor: purchase.refundMinor }
  await callInMemory(withdrawPurchase, handleWithdraw, { caller, body, now }, deps)
}

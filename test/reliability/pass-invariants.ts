import { expect } from 'vitest'
import { minutesOf } from '#shared/rules/pass.ts'
import { passMinutes } from '#shared/values/plans.ts'
import { hashOf } from '#platform/crypto.ts'
import { sessionsOf } from './steps.ts'
import { userNames, type World } from './world.ts'

const guestPasses = async ({ deps, guestKeys }: World) => {
  const found = await Promise.all(guestKeys.map((key) => deps.passes.findByKeyHash(hashOf(key))))
  return found.filter((stored) => stored !== undefined)
}

/** Every purchase of a pass belongs to a paid session, and gives at most 30 minutes. */
export const expectPaidPurchasesOnly = async (world: World) => {
  const passes = await guestPasses(world)
  for (const name of userNames)
    passes.push(...((await world.deps.passes.listByUser(world.accounts[name])) ?? []))
  if (passes.length === 0) return
  const paid = new Set(
    (await sessionsOf(world)).filter(({ payment_status }) => payment_status === 'paid').map(({ id }) => id),
  )
  for (const { pass } of passes) {
    const purchases = Object.keys(pass.purchases)
    expect(minutesOf(pass)).toBeLessThanOrEqual(passMinutes * purchases.length)
    expect(purchases.filter((id) => !paid.has(id))).toEqual([])
  }
}

/**
 * Every paid session has its purchase, which is reversed if its payment is, for the same reason. A payment for a deleted account that was
 * never applied is refunded.
 */
export const expectPaidPassesApplied = async (world: World) => {
  const deleted = new Set(world.deletedAccounts.map(({ account }) => account))
  for (const session of await sessionsOf(world)) {
    if (session.mode !== 'payment' || session.payment_status !== 'paid') continue
    const found = await world.deps.stripe.findSession(session.id)
    const isReversed = found?.reversal !== undefined
    const payment = await world.deps.passes.findPayment(session.id)
    if (deleted.has(session.client_reference_id ?? '')) {
      if (payment === undefined) expect(isReversed, `${session.id} of a deleted account`).toBe(true)
      continue
    }
    if (!isReversed) expect(payment, `pass of ${session.id}`).toBeDefined()
    const stored = payment && (await world.deps.passes.findByPayment(payment))
    // Purchases whose events Stripe no longer lists are left out, because staff compare them by hand.
    if (!stored || world.unreadable.has(found?.paymentIntentId ?? '')) continue
    const purchase = stored.pass.purchases[session.id]
    expect([purchase?.reversed, purchase?.reversal], `purchase of ${session.id}`).toEqual([
      isReversed,
      found?.reversal,
    ])
  }
}

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

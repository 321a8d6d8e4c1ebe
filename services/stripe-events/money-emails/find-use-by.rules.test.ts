import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { addPurchase, type Pass, restorePurchase, reversePurchase } from '#shared/rules/pass.ts'
import { unusedPassDays } from '#shared/values/plans.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { aPassSession } from '#test/kit/in-memory/session.ts'
import { findUseBy } from './find-use-by.ts'

const paid = new Date('2027-03-01T10:00:00Z')
const daysLater = (days: number) => new Date(paid.getTime() + days * 24 * 3600_000)
const wonAt = daysLater(70)
const session = 'cs_test_1'

/** A pass that was sold with 45 days to start it. Its payment was disputed, and the dispute was won. */
const restored = (): Pass => {
  const sold = { ...addPurchase(undefined, session, paid), unusedDays: unusedPassDays + 15 }
  return restorePurchase(reversePurchase(sold, session, daysLater(1), 'disputed'), session, wonAt)
}

/** Finds the expiry of a pass by its payment. */
const find = async (pass: Pass | undefined) => {
  const passes = passRepository(inMemory({ now: paid }).table)
  const stored = { holder: { keyHash: 'a' }, firstSessionId: session, email: null, version: 0 }
  if (pass !== undefined) await passes.write({ stored: { ...stored, pass }, payment: session, now: paid })
  const stripe = { findSessionByPayment: async () => aPassSession({ id: session }) }
  return findUseBy('pi_1', { stripe, passes }, wonAt)
}

describe('the expiry of the pass of a payment whose dispute was won', () => {
  test('follows from the days that the pass was sold with, not from those of passes that are sold now', async () => {
    expect(await find(restored())).toBe(daysLater(70 + unusedPassDays + 15).toISOString())
  })

  test.each<[string, Pass | undefined]>([
    ['has started', { ...restored(), startedAt: wonAt.toISOString() }],
    ['was given up', { ...restored(), endedAt: paid.toISOString() }],
    ['was never created', undefined],
  ])('is not stated for a pass that %s', async (_title, pass) => {
    expect(await find(pass)).toBeUndefined()
  })

  test('is not stated for a payment of another kind', async () => {
    const passes = passRepository(inMemory({ now: paid }).table)
    const stripe = { findSessionByPayment: async () => undefined }
    expect(await findUseBy('pi_1', { stripe, passes }, wonAt)).toBeUndefined()
  })
})

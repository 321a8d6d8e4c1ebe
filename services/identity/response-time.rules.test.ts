import '#test/kit/in-memory/environment.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'

// Other tests in memory skip the wait.
vi.unmock('./minimum-duration.ts')
// Fake timers replace the global functions only.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}))
afterEach(() => vi.useRealTimers())

/** Lets all waits of some work end, and returns its result. */
const finished = async <T>(work: Promise<T>): Promise<T> => {
  await vi.runAllTimersAsync()
  return work
}

/**
 * An account, a pending sign-up and an unknown address. Time passes only when calls and waits take it.
 *
 * @param callMs the time of a call to the table, in milliseconds
 */
const threeAddresses = async (callMs = 10) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const { database, send, openAccount, signUp } = identityInMemory()
  const account = await finished(openAccount())
  const pending = await finished(signUp())
  const run = database.run.bind(database)
  database.run = async (...request) => {
    await new Promise((resolve) => setTimeout(resolve, callMs))
    return run(...request)
  }
  return { send, account, pending, unknown: newEmail() }
}

/** Returns the milliseconds until a request gets its response. */
const durationOf = async (request: () => Promise<{ status: number }>): Promise<number> => {
  const startedAt = performance.now()
  const duration = request().then(({ status }) => {
    expect(status).toBe(200)
    return performance.now() - startedAt
  })
  return finished(duration)
}

describe('the time of a response', () => {
  test.each(['sendMagicLink', 'sendPasswordResetEmail'] as const)(
    'of %s does not depend on the address',
    async (operation) => {
      const { send, account, pending, unknown } = await threeAddresses()
      for (const email of [account.email, pending.email, unknown])
        expect(await durationOf(() => send[operation](email))).toBe(250)
    },
  )

  test('of a further confirmation email does not depend on the address', async () => {
    const { send, account, pending, unknown } = await threeAddresses()
    for (const email of [account.email, pending.email, unknown])
      expect(await durationOf(() => send.resendConfirmation({ email }))).toBe(250)
  })

  test.each([10, 200])(
    'of a sign-up does not depend on the address if a call takes %d ms',
    async (callMs) => {
      const { send, account, pending, unknown } = await threeAddresses(callMs)
      for (const email of [account.email, pending.email, unknown])
        expect(await durationOf(() => send.signUp(aSignUp({ email })))).toBe(750)
    },
  )

  test('of a check of a pending sign-up does not depend on the address or the password', async () => {
    const { send, account, pending, unknown } = await threeAddresses()
    for (const { email, password } of [
      account,
      pending,
      { email: pending.email, password: 'Wrong-lantern-1' },
      { email: unknown, password: pending.password },
    ])
      expect(await durationOf(() => send.checkPendingSignUp({ email, password }))).toBe(500)
  })
})

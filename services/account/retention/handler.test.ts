import { afterEach, describe, expect, test } from 'vitest'
import { signUp } from '#shared/contract/identity.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { everythingStored } from '#test/kit/stored.ts'

afterEach(clock.restore)

const dayMs = 24 * 3600_000

/** Runs an action with the clock set back. Moving it forward instead would renew other tests' subscriptions. */
const daysAgo = async <T>(days: number, action: () => Promise<T>): Promise<T> =>
  clock.at(new Date((await clock.now()).getTime() - days * dayMs).toISOString(), action)

describe('retention', () => {
  test('removes an unverified sign-up after a month and allows the address to sign up again', async () => {
    const body = aSignUp()
    await daysAgo(31, async () => {
      await callOk(signUp, { body })
      await linkFor(body.email, /Confirm your email/)
    })
    await runSchedule('retention')
    expect(JSON.stringify(await everythingStored())).not.toContain(body.email)
    await callOk(signUp, { body })
    await inbox.waitForCount(body.email, 2)
    const { fragment } = landing(await pressButton(await linkFor(body.email, /Confirm your email/)))
    expect(fragment).toMatchObject({ type: 'signup' })
  })
})

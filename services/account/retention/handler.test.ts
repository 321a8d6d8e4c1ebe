import { afterEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#shared/contract/account.ts'
import { submitContact } from '#shared/contract/contact.ts'
import { signUp } from '#shared/contract/identity.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '#test/kit/link.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { everythingStored, stored } from '#test/kit/stored.ts'
import { keys } from '#platform/table/keys.ts'

afterEach(clock.restore)

const dayMs = 24 * 3600_000

/** Runs an action with the clock set back. Moving it forward instead would renew other tests' subscriptions. */
const daysAgo = async <T>(days: number, action: () => Promise<T>): Promise<T> =>
  clock.at(new Date((await clock.now()).getTime() - days * dayMs).toISOString(), action)
const runRetention = async () => expect(await runSchedule('retention')).toMatchObject({ failed: 0 })
const isStored = async (text: string) => JSON.stringify(await everythingStored()).includes(text)

const aMessage = async () => {
  const email = newEmail()
  const subject = `A question of ${email}`
  await callOk(submitContact, { body: { name: 'Robin', email, subject, message: 'How does this work?' } })
  await inbox.waitFor(email, /We have your message/)
  return subject
}

describe('retention', () => {
  test('removes messages from the contact page after twelve months, not before', async () => {
    const old = await daysAgo(367, aMessage)
    const young = await daysAgo(364, aMessage)
    await runRetention()
    expect(await isStored(old)).toBe(false)
    expect(await isStored(young)).toBe(true)
  })

  test('retains the payments of a deleted account for seven years', async () => {
    const as = await given.passHolder()
    const [pass] = (await stored(keys.profile(as.userId).pk)).filter(({ entity }) => entity === 'pass')
    const session = String(pass?.['session_id'])
    await callOk(deleteAccount, { as })
    const retained = (await everythingStored()).filter((item) => JSON.stringify(item).includes(session))
    expect(retained.map(({ entity }) => entity).toSorted()).toEqual(['pass_payment', 'retained_payments'])
    const year = (await clock.now()).getUTCFullYear() + 7
    for (const { gsi2sk } of retained) expect(new Date(String(gsi2sk)).getUTCFullYear()).toBe(year)
  })

  test('removes a tombstone after 35 days, not before', async () => {
    const deleted = async () => {
      const as = await given.user()
      await callOk(deleteAccount, { as })
      return as.userId
    }
    const old = await daysAgo(36, deleted)
    const young = await daysAgo(34, deleted)
    await runRetention()
    expect(await stored(keys.profile(old).pk)).toEqual([])
    expect(await stored(keys.profile(young).pk)).toMatchObject([{ entity: 'tombstone' }])
  })

  test('removes an unverified sign-up after a month and allows the address to sign up again', async () => {
    const body = aSignUp()
    await daysAgo(31, async () => {
      await callOk(signUp, { body })
      await linkFor(body.email, /Confirm your email/)
    })
    await runRetention()
    expect(await isStored(body.email)).toBe(false)
    await callOk(signUp, { body })
    await inbox.waitForCount(body.email, 2)
    const { fragment } = landing(await pressButton(await linkFor(body.email, /Confirm your email/)))
    expect(fragment).toMatchObject({ type: 'signup' })
  })

  test('keeps verified accounts', async () => {
    const email = newEmail()
    await daysAgo(400, () => given.user(email))
    await runRetention()
    expect(await isStored(`"${email}"`)).toBe(true)
  })
})

import { afterEach, expect, test } from 'vitest'
import { deleteAccount } from '../../../shared/contract/account.ts'
import { submitContact } from '../../../shared/contract/contact.ts'
import { signUp } from '../../../shared/contract/identity.ts'
import { callOk } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { given } from '../../../test/kit/given.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { landing, linkFor, pressButton } from '../../../test/kit/link.ts'
import { aSignUp, newEmail } from '../../../test/kit/people.ts'
import { runSchedule } from '../../../test/kit/schedule.ts'
import { everythingStored, stored } from '../../../test/kit/stored.ts'
import { keys } from '../../platform/table/keys.ts'

afterEach(clock.restore)

const dayMs = 24 * 3600_000

/** Does something so many days ago: nobody else's subscription has to be renewed for it. */
const daysAgo = async <T>(days: number, act: () => Promise<T>): Promise<T> =>
  clock.at(new Date((await clock.now()).getTime() - days * dayMs).toISOString(), act)
const retain = async () => expect(await runSchedule('retention')).toMatchObject({ failed: 0 })
const isStored = async (text: string) => JSON.stringify(await everythingStored()).includes(text)

const aMessage = async () => {
  const email = newEmail()
  const subject = `A question of ${email}`
  await callOk(submitContact, { body: { name: 'Robin', email, subject, message: 'How does this work?' } })
  await inbox.waitFor(email, /We have your message/)
  return subject
}

test('a message from the contact page goes after twelve months and not before', async () => {
  const old = await daysAgo(367, aMessage)
  const young = await daysAgo(364, aMessage)
  await retain()
  expect(await isStored(old)).toBe(false)
  expect(await isStored(young)).toBe(true)
})

test('payments of a deleted account are kept for seven years', async () => {
  const as = await given.passHolder()
  const [pass] = (await stored(keys.profile(as.userId).pk)).filter(({ entity }) => entity === 'pass')
  const session = String(pass?.['session_id'])
  await callOk(deleteAccount, { as })
  const kept = (await everythingStored()).filter((item) => JSON.stringify(item).includes(session))
  expect(kept.map(({ entity }) => entity).toSorted()).toEqual(['kept-payments', 'pass-payment'])
  const year = (await clock.now()).getUTCFullYear() + 7
  for (const { gsi2sk } of kept) expect(new Date(String(gsi2sk)).getUTCFullYear()).toBe(year)
})

test('the mark of a deleted account goes when no event and no token can speak of it any more', async () => {
  const deleted = async () => {
    const as = await given.user()
    await callOk(deleteAccount, { as })
    return as.userId
  }
  const old = await daysAgo(36, deleted)
  const young = await daysAgo(34, deleted)
  await retain()
  expect(await stored(keys.profile(old).pk)).toEqual([])
  expect(await stored(keys.profile(young).pk)).toMatchObject([{ entity: 'tombstone' }])
})

test('a sign-up that nobody verified goes after a month, and the address can sign up again', async () => {
  const body = aSignUp()
  await daysAgo(31, async () => {
    await callOk(signUp, { body })
    await linkFor(body.email, /Confirm your email/)
  })
  await retain()
  expect(await isStored(body.email)).toBe(false)
  await callOk(signUp, { body })
  await inbox.waitForCount(body.email, 2)
  const { fragment } = landing(await pressButton(await linkFor(body.email, /Confirm your email/)))
  expect(fragment).toMatchObject({ type: 'signup' })
})

test('an account that was verified stays', async () => {
  const email = newEmail()
  await daysAgo(400, () => given.user(email))
  await retain()
  expect(await isStored(`"${email}"`)).toBe(true)
})

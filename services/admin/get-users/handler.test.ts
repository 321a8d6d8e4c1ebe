import { expect, test } from 'vitest'
import { getUsers } from '../../../shared/contract/admin.ts'
import { signUp } from '../../../shared/contract/identity.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { operator } from '../../../test/kit/operator.ts'
import { aSignUp } from '../../../test/kit/people.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

/** Letters alone, so that it is one word of an address. */
const newWord = () => `q${crypto.randomUUID().replaceAll('-', '')}`

const search = async (searchEmail: string, more: { page?: number; pageSize?: number } = {}) =>
  callOk(getUsers, { as: await given.admin(), body: { searchEmail, ...more } })

const emails = (answer: { users: readonly { email: string }[] }) => answer.users.map(({ email }) => email)

test('finds a person by the beginning of any word of the address, and by the domain', async () => {
  const [name, agency, trade] = [newWord(), newWord(), newWord()]
  const email = `nia.${name}@${agency}-${trade}.co.example`
  const { userId } = await given.user(email)
  for (const text of [
    email,
    `nia.${name.slice(0, 20)}`,
    name,
    ` ${name.toUpperCase()}@${agency} `,
    agency,
    `@${agency}`,
    trade,
    `@${agency}-${trade}.co.example`,
  ])
    expect(await search(text), text).toMatchObject({ users: [{ id: userId }], totalCount: 1, totalPages: 1 })
})

test('finds nobody by the middle of a word, by a pattern or by another domain', async () => {
  const word = newWord()
  const { email } = await given.user(`${word}@agency.example`)
  for (const text of [word.slice(1), `${word}%`, `${word}*`, `" or "1"="1`, `@${word}`, `${email}#`])
    expect(await search(text), text).toEqual({ users: [], totalCount: 0, totalPages: 0 })
})

test('pages through what it finds, in order of address, each person once', async () => {
  const word = newWord()
  // Each of these matches by two words at least.
  const found = ['c', 'a', 'b'].map((letter) => `${word}.${letter}@${word}.example`)
  for (const email of found) await given.user(email)
  const as = await given.admin()
  const page = (number: number) =>
    callOk(getUsers, { as, body: { searchEmail: word, page: number, pageSize: 2 } })
  const [first, second, third] = [await page(1), await page(2), await page(3)]
  expect([...emails(first), ...emails(second)]).toEqual(found.toSorted())
  expect(first).toMatchObject({ totalCount: 3, totalPages: 2 })
  expect(third).toEqual({ users: [], totalCount: 3, totalPages: 2 })
  expect(await page(2)).toEqual(second)
})

test('shows when somebody came, when they last signed in, and how the subscription stands', async () => {
  const word = newWord()
  await callOk(signUp, { body: aSignUp({ email: `a-${word}@agency.example` }) })
  await given.user(`b-${word}@agency.example`)
  await given.monthlyMember(`c-${word}@agency.example`)
  await given.cancellingMember(`d-${word}@agency.example`)
  const { users } = await search(word)
  expect(users.map(({ subscription_status }) => subscription_status)).toEqual([
    'none',
    'none',
    'active',
    'cancelling',
  ])
  expect(users.map(({ last_sign_in_at }) => last_sign_in_at === null)).toEqual([true, false, false, false])
  for (const user of users) {
    expect(Object.keys(user).toSorted()).toEqual([
      'created_at',
      'email',
      'id',
      'last_sign_in_at',
      'subscription_status',
    ])
    expect(Date.parse(user.created_at)).not.toBeNaN()
  }
})

test('tells whose payment failed', async () => {
  const { email } = await given.pastDueMember()
  expect(await search(email)).toMatchObject({ users: [{ email, subscription_status: 'unpaid' }] })
})

test('lists everybody without a text, 25 to a page', async () => {
  const as = await given.admin()
  const everybody = await callOk(getUsers, { as })
  expect(everybody.users.length).toBeLessThanOrEqual(25)
  expect(everybody.totalCount).toBeGreaterThan(3)
  const { totalCount } = await callOk(getUsers, { as, body: { searchEmail: '@' } })
  expect(totalCount).toBe(everybody.totalCount)
})

test('signed up again before the address was verified, somebody is found once', async () => {
  const body = aSignUp()
  for (let i = 0; i < 2; i += 1) await callOk(signUp, { body })
  expect(await search(body.email)).toMatchObject({ totalCount: 1 })
})

test.each([
  { page: 0 },
  { page: 10_001 },
  { page: 1.5 },
  { page: '1' },
  { pageSize: 0 },
  { pageSize: 101 },
  { searchEmail: 7 },
  { searchEmail: 'x'.repeat(255) },
])('refuses %j', async (body) => {
  const as = await given.admin()
  expect(await callWrongly(getUsers, { as, body })).toMatchObject({ status: 400 })
})

test('refuses members, and an admin from the moment that they are none', async () => {
  expect(await call(getUsers, { as: await given.monthlyMember() })).toMatchObject(refusal('forbidden'))
  const admin = await given.admin()
  expect(await call(getUsers, { as: admin })).toMatchObject({ status: 200 })
  await operator.admin('revoke', admin.email)
  expect(await call(getUsers, { as: admin })).toMatchObject(refusal('forbidden'))
})

test('turns away who is not signed in', async () => {
  expect(await call(getUsers, { body: { searchEmail: 'a' } })).toMatchObject(unauthorized)
})

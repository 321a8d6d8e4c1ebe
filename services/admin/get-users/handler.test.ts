import { describe, expect, test } from 'vitest'
import { getUsers } from '#shared/contract/admin.ts'
import { signUp } from '#shared/contract/identity.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { linkFor, pressButton } from '#test/kit/link.ts'
import { operator } from '#test/kit/operator.ts'
import { aSignUp } from '#test/kit/people.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'

/** Returns a single word: the search splits addresses at other characters. */
const newWord = () => `q${crypto.randomUUID().replaceAll('-', '')}`

const search = async (searchEmail: string, more: { page?: number; pageSize?: number } = {}) =>
  callOk(getUsers, { as: await given.admin(), body: { searchEmail, ...more } })

const emails = (page: { users: readonly { email: string }[] }) => page.users.map(({ email }) => email)

describe('get-users', () => {
  test('finds an account by the start of any word of its address and by its domain', async () => {
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
      expect(await search(text), text).toMatchObject({
        users: [{ id: userId }],
        totalCount: 1,
        totalPages: 1,
      })
  })

  test('finds nothing by the middle of a word, a pattern or another domain', async () => {
    const word = newWord()
    const { email } = await given.user(`${word}@agency.example`)
    for (const text of [word.slice(1), `${word}%`, `${word}*`, `" or "1"="1`, `@${word}`, `${email}#`])
      expect(await search(text), text).toEqual({ users: [], totalCount: 0, totalPages: 0 })
  })

  test('returns pages sorted by address, with each account once', async () => {
    const word = newWord()
    // Each of these addresses matches with at least two words.
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

  test('returns the sign-up time, last sign-in and subscription status', async () => {
    const word = newWord()
    await given.user(`b-${word}@agency.example`)
    await given.monthlyMember(`c-${word}@agency.example`)
    await given.cancellingMember(`d-${word}@agency.example`)
    const { users } = await search(word)
    expect(users.map(({ subscription_status }) => subscription_status)).toEqual([
      'none',
      'active',
      'cancelling',
    ])
    expect(users.map(({ last_sign_in_at }) => last_sign_in_at === null)).toEqual([false, false, false])
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

  test('marks past-due members as unpaid', async () => {
    const { email } = await given.pastDueMember()
    expect(await search(email)).toMatchObject({ users: [{ email, subscription_status: 'unpaid' }] })
  })

  test('lists all accounts for an empty text, 25 to a page', async () => {
    const as = await given.admin()
    const firstPage = await callOk(getUsers, { as })
    expect(firstPage.users.length).toBeLessThanOrEqual(25)
    expect(firstPage.totalCount).toBeGreaterThan(3)
    const { totalCount } = await callOk(getUsers, { as, body: { searchEmail: '@' } })
    expect(totalCount).toBe(firstPage.totalCount)
  })

  test('finds an account once its address is confirmed, and once after a repeated sign-up', async () => {
    const body = aSignUp()
    for (let i = 0; i < 2; i += 1) await callOk(signUp, { body })
    expect(await search(body.email)).toMatchObject({ totalCount: 0 })
    await pressButton(await linkFor(body.email, /Confirm your email address/))
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
  ])('rejects %j', async (body) => {
    const as = await given.admin()
    expect(await callWrongly(getUsers, { as, body })).toMatchObject({ status: 400 })
  })

  test('rejects members, and admins as soon as the role is revoked', async () => {
    expect(await call(getUsers, { as: await given.monthlyMember() })).toMatchObject(apiError('forbidden'))
    const admin = await given.admin()
    expect(await call(getUsers, { as: admin })).toMatchObject({ status: 200 })
    await operator.admin('revoke', admin.email)
    expect(await call(getUsers, { as: admin })).toMatchObject(apiError('forbidden'))
  })

  test('rejects callers who are not signed in', async () => {
    expect(await call(getUsers, { body: { searchEmail: 'a' } })).toMatchObject(unauthorized)
  })
})

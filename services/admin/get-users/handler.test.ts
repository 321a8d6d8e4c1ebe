import { describe, expect, test } from 'vitest'
import { getUsers } from '#shared/contract/admin.ts'
import { signUp } from '#shared/contract/identity.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { linkFor, pressButton } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'

/** Returns a single word: the search splits addresses at other characters. */
const newWord = () => `q${crypto.randomUUID().replaceAll('-', '')}`

describe('get-users', () => {
  test('finds no one by a text that is longer than an address once its characters are decomposed', async () => {
    const as = await given.admin()
    const body = { searchEmail: '가'.repeat(254) }
    expect(await callOk(getUsers, { as, body })).toEqual({ users: [], totalCount: 0, totalPages: 0 })
  })

  test('returns the sign-up time, last sign-in and subscription status, in order of address', async () => {
    const word = newWord()
    await given.user(`b-${word}@agency.example`)
    await given.monthlyMember(`c-${word}@agency.example`)
    await given.cancellingMember(`d-${word}@agency.example`)
    await given.pastDueMember(`e-${word}@agency.example`)
    const as = await given.admin()
    const { users } = await callOk(getUsers, { as, body: { searchEmail: word } })
    expect(users.map(({ subscription_status }) => subscription_status)).toEqual([
      'none',
      'active',
      'cancelling',
      'unpaid',
    ])
    expect(users.map(({ last_sign_in_at }) => last_sign_in_at === null)).toEqual([false, false, false, false])
    for (const user of users) {
      expect(Object.keys(user).toSorted()).toEqual([
        'company_name',
        'created_at',
        'email',
        'full_name',
        'id',
        'last_sign_in_at',
        'subscription_status',
      ])
      expect(Date.parse(user.created_at)).not.toBeNaN()
    }
  })

  test('finds an account once its address is confirmed, and once after a repeated sign-up', async () => {
    const as = await given.admin()
    const body = aSignUp()
    const search = () => callOk(getUsers, { as, body: { searchEmail: body.email } })
    for (let i = 0; i < 2; i += 1) await callOk(signUp, { body })
    expect(await search()).toMatchObject({ totalCount: 0 })
    await pressButton(await linkFor(body.email, /Confirm your email address/))
    expect(await search()).toMatchObject({ totalCount: 1 })
  })
})

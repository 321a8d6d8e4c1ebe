import { describe, expect, test } from 'vitest'
import { getUsers } from '#shared/contract/admin.ts'
import type { ErrorBody } from '#shared/contract/api-errors.ts'
import type { OkOf } from '#shared/contract/operation.ts'
import { searchTermsOf } from '#services/identity/public.ts'
import { keys } from '#platform/table/keys.ts'
import { put, update } from '#platform/table/write.ts'
import { type AccountFacts, callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { userRepository } from '../user.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

/** A table with these accounts, as the sign-up indexes them. */
const aDirectory = async (...people: readonly (string | AccountFacts)[]) => {
  const world = inMemory({ now })
  for (const person of people) {
    const names = { fullName: 'Sam Sample', companyName: 'Sample Flats' }
    const facts = typeof person === 'string' ? { ...names, email: person } : person
    const { userId, profile } = await world.account(facts)
    const { email } = profile
    const entries = searchTermsOf(profile).map((term) => keys.accountSearch(term, userId))
    await world.table.transact(...entries.map((key) => put(key, { entity: 'account_search', email })))
  }
  const caller = await world.account()
  return (body: object) =>
    callInMemory(getUsers, handle, { caller, body, now }, { users: userRepository(world.table) })
}

const foundIn = ({ body }: { readonly body: OkOf<typeof getUsers> | ErrorBody }) =>
  'users' in body ? body.users.map(({ email }) => email) : []

describe('get-users', () => {
  const email = 'nia.fernhollow@harbour-lettings.co.example'

  test.each([
    email,
    'nia.fern',
    'fernhollow',
    ' FERNHOLLOW@Harbour ',
    'harbour',
    '@harbour',
    'lettings',
    '@harbour-lettings.co.example',
  ])('finds an account by %j: the start of a word of its address, or its domain', async (searchEmail) => {
    const search = await aDirectory(email, 'robin@agency.example')
    const page = await search({ searchEmail })
    expect(page).toMatchObject({ status: 200, body: { totalCount: 1, totalPages: 1 } })
    expect(foundIn(page)).toEqual([email])
  })

  test.each(['sian', 'SIÂN o', "O'Hare", 'hare', 'quayside', 'Quayside  Homes', 'homes'])(
    'finds an account by %j: the start of a word of its name or company',
    async (searchEmail) => {
      const person = { email, fullName: "Siân O'Hare", companyName: 'Quayside Homes' }
      const search = await aDirectory(person, 'robin@agency.example')
      const page = await search({ searchEmail })
      expect(page).toMatchObject({
        body: { users: [{ email, full_name: "Siân O'Hare", company_name: 'Quayside Homes' }] },
      })
      expect(foundIn(page)).toEqual([email])
    },
  )

  test.each([
    ['195 letters', `Harbour ${'Lettings '.repeat(21)}`.trim()],
    ['200 characters that fold to 400', '가'.repeat(200)],
  ])('finds an account by its whole company name of %s', async (_length, companyName) => {
    const search = await aDirectory({ email, fullName: 'Sam Sample', companyName })
    const found = async (searchEmail: string) => foundIn(await search({ searchEmail }))
    expect(await found(companyName)).toEqual([email])
    expect(await found(`X${companyName}`)).toEqual([])
    expect(await found(`${companyName.slice(0, 20)}${'x'.repeat(200)}`)).toEqual([])
  })

  test('shows that an account without a subscription holds a pass, until the pass ends', async () => {
    const world = inMemory({ now })
    const [unused, ended] = [await world.account(), await world.account()]
    const pass = (user_id: string, session_id: string, ended_at?: string) =>
      put(keys.pass(user_id, session_id), {
        entity: 'pass',
        user_id,
        session_id,
        email: null,
        paid_at: now.toISOString(),
        minutes: 30,
        purchases: { [session_id]: { paid_at: now.toISOString(), reversed: false } },
        version: 1,
        ...(ended_at === undefined ? {} : { ended_at }),
      })
    await world.table.transact(pass(unused.userId, 'cs_1'), pass(ended.userId, 'cs_2', now.toISOString()))
    const summaries = await userRepository(world.table).listSummaries([unused.userId, ended.userId], now)
    expect(summaries.map(({ subscription_status }) => subscription_status)).toEqual(['pass', 'none'])
  })

  test('shows each account with its own subscription, and leaves out a deleted one', async () => {
    const world = inMemory({ now })
    const [active, cancelling, unpaid, neverPaid, none, deleted] = [
      await world.account({ plan: 'monthly' }),
      await world.account({ plan: 'annual' }),
      await world.account({ plan: 'monthly', subscribedUntil: '2027-02-28T10:00:00Z' }),
      await world.account({ plan: 'monthly', subscribedUntil: '2027-02-28T10:00:00Z' }),
      await world.account(),
      await world.account({ plan: 'monthly' }),
    ]
    const { table } = world
    const change = (userId: string, expression: string, value: unknown, names?: Record<string, string>) =>
      update(keys.subscription(userId), expression, { values: { ':value': value }, ...(names && { names }) })
    const setStatus = (userId: string, status: string) =>
      change(userId, 'SET #status = :value', status, { '#status': 'status' })
    await table.transact(
      change(cancelling.userId, 'SET cancel_at_period_end = :value', true),
      setStatus(unpaid.userId, 'past_due'),
      // A first payment that the customer has not confirmed is no debt.
      setStatus(neverPaid.userId, 'incomplete'),
      put(keys.profile(deleted.userId), {
        entity: 'tombstone',
        user_id: deleted.userId,
        deleted_at: now.toISOString(),
      }),
    )
    const ids = [deleted, none, neverPaid, unpaid, active, cancelling].map(({ userId }) => userId)
    const summaries = await userRepository(table).listSummaries(ids, now)
    expect(summaries.map(({ id, subscription_status }) => [id, subscription_status])).toEqual([
      [none.userId, 'none'],
      [neverPaid.userId, 'none'],
      [unpaid.userId, 'unpaid'],
      [active.userId, 'active'],
      [cancelling.userId, 'cancelling'],
    ])
  })

  test.each(['ernhollow', 'nia%', 'nia*', `" or "1"="1`, '@nia', `${email}#`])(
    'finds nothing by %j: the middle of a word, a pattern or another domain',
    async (searchEmail) => {
      const search = await aDirectory(email)
      const nothing = { users: [], totalCount: 0, totalPages: 0 }
      expect(await search({ searchEmail })).toEqual({ status: 200, body: nothing })
    },
  )

  test('returns pages sorted by address, with each account once, the same at every call', async () => {
    // Each of these addresses matches with at least two words.
    const found = ['c', 'a', 'b'].map((letter) => `park.${letter}@park.example`)
    const search = await aDirectory(...found)
    const page = (number: number) => search({ searchEmail: 'park', page: number, pageSize: 2 })
    const [first, second, third] = [await page(1), await page(2), await page(3)]
    expect([...foundIn(first), ...foundIn(second)]).toEqual(found.toSorted())
    expect(first).toMatchObject({ body: { totalCount: 3, totalPages: 2 } })
    expect(third).toEqual({ status: 200, body: { users: [], totalCount: 3, totalPages: 2 } })
    expect(await page(2)).toEqual(second)
  })

  test('lists all accounts for an empty text, 25 to a page', async () => {
    const all = Array.from({ length: 26 }, (_, i) => `number-${String(i).padStart(2, '0')}@agency.example`)
    const search = await aDirectory(...all)
    const page = await search({})
    expect(foundIn(page)).toEqual(all.slice(0, 25))
    expect(page).toMatchObject({ body: { totalCount: 26, totalPages: 2 } })
    expect(await search({ searchEmail: '@' })).toEqual(page)
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
    const search = await aDirectory(email)
    expect(await search(body)).toMatchObject({ status: 400 })
  })
})

import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { keys } from '#platform/table/keys.ts'
import { put, remove } from '#platform/table/write.ts'
import { accountSearchRemovals } from '#services/identity/public.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { backfillSearch } from './backfill-search.ts'
import { backfillTexts } from './backfill-texts.ts'

const cognito = mockClient(CognitoIdentityProviderClient)
afterEach(() => cognito.reset())
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => cognito.restore())

describe('ops backfill-search', () => {
  /** A stage in which only some of the users have search entries. */
  const aStage = async () => {
    const { table, account, database } = inMemory()
    const old = await account({ email: 'nia@agency.example', fullName: 'Nia Hill' })
    const { profile: deleted } = await account({ email: 'gone@agency.example' })
    await table.transact(remove(keys.profile(deleted.user_id)))
    const ids = [old.userId, deleted.user_id]
    cognito.on(ListUsersCommand).resolves({
      Users: ids.map((id) => ({ Attributes: [{ Name: 'sub', Value: id }] })),
    })
    const stage = { table, userPoolId: 'pool', pool: new CognitoIdentityProviderClient({}) }
    const entries = () => database.all().filter(({ entity }) => entity?.['S'] === 'account_search')
    return { stage, old: old.profile, entries }
  }

  test('adds the entries of accounts, and nothing for deleted ones and when it is repeated', async () => {
    const { stage, old, entries } = await aStage()
    expect(await backfillSearch(stage)).toContain('1 of 2 users had missing or former search entries')
    expect(entries().map(({ sk }) => sk?.['S'])).toEqual(
      accountSearchRemovals(old)
        .map(({ key }) => key.sk)
        .toSorted(),
    )
    expect(await backfillSearch(stage)).toContain('0 of 2 users had missing or former search entries')
  })

  test('completes an account whose entries have only the address', async () => {
    const { stage, old, entries } = await aStage()
    await backfillSearch(stage)
    const all = entries()
    await stage.table.transact(...accountSearchRemovals({ ...old, email: 'x@y.example' }).slice(3))
    expect(entries().length).toBeLessThan(all.length)
    expect(await backfillSearch(stage)).toContain('1 of 2 users had missing or former')
    expect(entries()).toEqual(all)
  })
})

describe('progress of ops backfill-search', () => {
  test('reports how many users and files are done of how many', async () => {
    const { table, account } = inMemory()
    const accounts = await Promise.all(
      [1, 2, 3].map((number) => account({ email: `a${number}@agency.example` })),
    )
    cognito.on(ListUsersCommand).resolves({
      Users: accounts.map(({ userId }) => ({ Attributes: [{ Name: 'sub', Value: userId }] })),
    })
    const lines: string[] = []
    const progress = (line: string) => void lines.push(line)
    await backfillSearch({ table, userPoolId: 'pool', pool: new CognitoIdentityProviderClient({}) }, progress)
    for (const name of ['guides_1_a.pdf', 'guides_2_b.pdf'])
      await table.put(keys.libraryFile(name), { entity: 'library_file', name, size: 5 })
    await backfillTexts(table, new Date(0), { progress })
    expect(lines).toEqual([
      'Users: 3 listed so far.',
      'Search entries: 3 of 3 users checked.',
      'Library files: 2 of 2 done.',
    ])
  })
})

describe('ops backfill-search after a change of the form of names', () => {
  test('replaces the entries of earlier releases, with signs as they were typed', async () => {
    const { table, account, database } = inMemory()
    const { profile } = await account({ email: 'nia@agency.example', fullName: 'Nia O’Brien' })
    const earlier = put(keys.accountSearch('o’brien', profile.user_id), {
      entity: 'account_search',
      email: profile.email,
    })
    cognito.on(ListUsersCommand).resolves({
      Users: [{ Attributes: [{ Name: 'sub', Value: profile.user_id }] }],
    })
    const stage = { table, userPoolId: 'pool', pool: new CognitoIdentityProviderClient({}) }
    await backfillSearch(stage)
    const entries = () =>
      database.all().flatMap(({ entity, sk }) => (entity?.['S'] === 'account_search' ? [sk?.['S']] : []))
    const complete = entries()
    await table.transact(earlier)
    expect(await backfillSearch(stage)).toContain('1 of 1 users had missing or former search entries')
    expect(entries()).toEqual(complete)
    expect(await backfillSearch(stage)).toContain('0 of 1 users had missing or former search entries')
  })
})

describe('ops backfill-search for library files', () => {
  test('asks for the texts of files that have none, and for no others when it is repeated', async () => {
    const { table, database, now } = inMemory()
    const file = (name: string) => ({ entity: 'library_file', name, size: 5 })
    await table.transact(
      put(keys.libraryFile('guides_1_a.pdf'), file('guides_1_a.pdf')),
      put(keys.libraryFile('guides_2_b.pdf'), file('guides_2_b.pdf')),
      put(keys.libraryText('guides_1_a.pdf'), {
        entity: 'library_text',
        name: 'guides_1_a.pdf',
        content: '',
      }),
    )
    expect(await backfillTexts(table, now)).toContain('Of 2 library files, 1 had no text')
    // The change of the item sends it to the function that reads the text.
    const requested = database.all().filter((item) => item['text_requested_at'] !== undefined)
    expect(requested).toMatchObject([
      { name: { S: 'guides_2_b.pdf' }, entity: { S: 'library_file' }, size: { N: '5' } },
    ])
    await table.put(keys.libraryText('guides_2_b.pdf'), { entity: 'library_text', name: 'guides_2_b.pdf' })
    expect(await backfillTexts(table, now)).toContain('Of 2 library files, 0 had no text')
    expect(await backfillTexts(table, new Date(0), { again: true })).toContain(
      'All 2 library files will be read again',
    )
    const requests = database.all().map((item) => item['text_requested_at']?.['S'])
    expect(requests.filter((at) => at === new Date(0).toISOString())).toHaveLength(2)
  })
})

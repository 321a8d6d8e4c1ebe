import { describe, expect, test } from 'vitest'
import { accountSearchWrites, searchTermsOf } from './account-search.ts'
import { accountSearchRemovals } from './public.ts'

describe('searchTermsOf', () => {
  test.each([
    ['nia@agency.co.uk', ['nia@agency.co.uk', 'agency.co.uk', '@agency.co.uk']],
    [
      'nia.hill-o2@agency.example',
      [
        'nia.hill-o2@agency.example',
        'hill-o2@agency.example',
        'o2@agency.example',
        'agency.example',
        '@agency.example',
      ],
    ],
    [
      'nia@park-lettings.co.uk',
      ['nia@park-lettings.co.uk', 'park-lettings.co.uk', '@park-lettings.co.uk', 'lettings.co.uk'],
    ],
    [
      '_siân@agency.example',
      ['_siân@agency.example', 'siân@agency.example', 'agency.example', '@agency.example'],
    ],
  ])('indexes %s under %j', (email, terms) => {
    expect(searchTermsOf(email)).toEqual(terms)
  })

  test('limits the terms of a long address to what fits into one transaction', () => {
    const email = `${'a.'.repeat(31)}a@${'b-'.repeat(30)}b.example`
    expect(searchTermsOf(email)).toHaveLength(17)
  })
})

describe('accountSearchRemovals', () => {
  const account = (userId: string) => ({ userId, email: 'Nia.Hill@agency.example' })
  const keysOf = (writes: readonly { key: object }[]) => writes.map(({ key }) => JSON.stringify(key))

  test('removes every entry of the account and none of another account', () => {
    expect(keysOf(accountSearchRemovals(account('nia')))).toEqual(keysOf(accountSearchWrites(account('nia'))))
    expect(keysOf(accountSearchRemovals(account('another')))).not.toEqual(
      keysOf(accountSearchWrites(account('nia'))),
    )
  })
})

import { describe, expect, test, vi } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import { keys } from '#platform/table/keys.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import {
  accountSearchChanges,
  accountSearchRenewal,
  accountSearchWrites,
  foldForSearch,
  searchTermsOf,
} from './account-search.ts'
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
      ['_sian@agency.example', 'sian@agency.example', 'agency.example', '@agency.example'],
    ],
  ])('indexes %s under %j', (email, terms) => {
    expect(searchTermsOf({ email, full_name: '', company_name: '' })).toEqual(terms)
  })

  test('indexes each word of the name and the company, without accents and case', () => {
    const account = { email: 'a@b.example', full_name: "Siân  O'Hare", company_name: 'Hill & Co' }
    expect(searchTermsOf(account).slice(3)).toEqual(["sian o'hare", "o'hare", 'hare', 'hill & co', 'co'])
  })

  test.each(['’', '‘', 'ʼ', '´', '`', "'"])(
    'finds a name with the apostrophe %s however it is typed',
    (sign) => {
      const terms = searchTermsOf({ email: 'a@b.example', full_name: `Sean O${sign}Brien`, company_name: '' })
      for (const typed of ["o'brien", 'o’brien', 'O‘Brien', 'brien', "sean o'b"])
        expect(
          terms.some((term) => term.startsWith(foldForSearch(typed))),
          typed,
        ).toBe(true)
    },
  )

  test.each(['‐', '‑', '–', '-'])('finds a company with the hyphen %s however it is typed', (sign) => {
    const terms = searchTermsOf({ email: 'a@b.example', full_name: '', company_name: `Smith${sign}Jones` })
    for (const typed of ['smith-jones', 'smith‑j', 'jones'])
      expect(
        terms.some((term) => term.startsWith(foldForSearch(typed))),
        typed,
      ).toBe(true)
  })

  test('indexes every word of a company with a long name', () => {
    const company_name = 'The North and South Harbour Sales and Lettings Company of Example Bay Limited'
    const terms = searchTermsOf({ email: 'a@b.example', full_name: '', company_name })
    expect(terms).toEqual(expect.arrayContaining(['example bay limited', 'bay limited', 'limited']))
  })

  test('indexes every word of a long company that trades under other names', () => {
    const company_name =
      'Harbour Property Management Limited trading as Harbour and Sons Sales and Lettings of Example Bay and the Surrounding Villages of Sampleshire'
    const terms = searchTermsOf({ email: 'a@b.example', full_name: 'Nadia Oyelaran', company_name })
    for (const word of company_name.toLowerCase().split(' '))
      expect(terms.some((term) => term.startsWith(word))).toBe(true)
  })

  test('leaves out common words first where there is no room for all', () => {
    const company_name = `${'of '.repeat(40)}harbour ${'and '.repeat(10)}sampleshire`
    const terms = searchTermsOf({ email: 'a@b.example', full_name: 'Nia Hill', company_name }).slice(5)
    expect(terms.map((term) => term.split(' ')[0])).toContain('harbour')
    expect(terms).toContain('sampleshire')
    expect(terms.some((term) => term.startsWith('and '))).toBe(false)
  })

  test('limits the terms of a long address and long names to what fits into one transaction', () => {
    const email = `${'a.'.repeat(31)}a@${'b-'.repeat(30)}b.example`
    const words = (letter: string) => Array.from({ length: 40 }, (_, i) => letter + String(i)).join(' ')
    const account = { email, full_name: words('n'), company_name: words('c') }
    expect(searchTermsOf({ ...account, full_name: '', company_name: '' })).toHaveLength(17)
    expect(searchTermsOf(account)).toHaveLength(45)
  })
})

describe('accountSearchRenewal', () => {
  const renew = async (changes: object) => {
    const { table, account } = inMemory({ now: new Date('2027-03-01T10:00:00Z') })
    const { profile } = await account()
    await table.transact(...accountSearchRenewal({ ...profile, ...changes }))
    return table.list(keys.accountSearch('', '').pk, '')
  }

  test.each(['email', 'full_name', 'company_name'])(
    'writes nothing if the %s of the account has changed',
    async (field) => {
      expect(await renew({ [field]: 'former@agency.example' })).toEqual([])
      expect(await renew({})).not.toEqual([])
    },
  )
})

describe('accountSearchChanges', () => {
  test('uses no transaction of its own for as many writes as one transaction has room for', async () => {
    const words = (letter: string) => Array.from({ length: 40 }, (_, i) => `${letter}${String(i)}`).join(' ')
    const accountOf = (a: string, b: string) => ({
      user_id: 'nia',
      email: `${`${a}.`.repeat(31)}${a}@${`${b}-`.repeat(30)}${b}.example`,
      full_name: words(a),
      company_name: words(b),
    })
    const { table } = inMemory({ now: new Date('2027-03-01T10:00:00Z') })
    const transact = vi.spyOn(table, 'transact')
    expect(await accountSearchChanges(table, accountOf('a', 'b'), accountOf('n', 'c'))).toHaveLength(90)
    expect(transact).not.toHaveBeenCalled()
  })
})

describe('accountSearchRemovals', () => {
  const account = (user_id: string) => ({
    user_id,
    email: 'Nia.Hill@agency.example',
    full_name: 'Nia Hill',
    company_name: 'Harbour Lettings',
  })
  const keysOf = (writes: readonly { key: object }[]) => writes.map(({ key }) => JSON.stringify(key))

  const curly = { ...account('nia'), full_name: 'Nia O’Brien' }
  const former = ['nia o’brien', 'o’brien']

  test('removes entries of earlier releases, with signs as they were typed', async () => {
    const own = keysOf(accountSearchWrites(curly))
    const formerKeys = former.map((term) => JSON.stringify(keys.accountSearch(term, 'nia')))
    expect(keysOf(accountSearchRemovals(curly))).toEqual([...own, ...formerKeys])
    const { table } = inMemory({ now: new Date('2027-03-01T10:00:00Z') })
    const changed = await accountSearchChanges(table, curly, { ...curly, full_name: 'Nia Hill' })
    const removed = keysOf(changed.filter(({ kind }) => kind === 'delete'))
    expect(removed.filter((key) => !own.includes(key))).toEqual(formerKeys)
  })

  test('removes as many of them with the change as one transaction has room for', async () => {
    const words = (letter: string) => Array.from({ length: 40 }, (_, i) => `${letter}’${String(i)}`).join(' ')
    const email = `${'a.'.repeat(31)}a@${'b-'.repeat(30)}b.example`
    const before = { user_id: 'nia', email, full_name: words('n'), company_name: words('c') }
    const after = { ...before, full_name: words('o'), company_name: words('d') }
    const { table } = inMemory({ now: new Date('2027-03-01T10:00:00Z') })
    const changes = await accountSearchChanges(table, before, after)
    expect(changes).toHaveLength(90)
    expect(changes).toEqual(expect.arrayContaining(accountSearchWrites(after)))
  })

  test('removes every entry of the account and none of another account', () => {
    expect(keysOf(accountSearchRemovals(account('nia')))).toEqual(keysOf(accountSearchWrites(account('nia'))))
    expect(keysOf(accountSearchRemovals(account('another')))).not.toEqual(
      keysOf(accountSearchWrites(account('nia'))),
    )
  })
})

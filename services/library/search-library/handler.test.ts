import { describe, expect, test } from 'vitest'
import { searchLibrary } from '#shared/contract/library-facts.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { poll } from '#test/kit/poll.ts'

describe('search-library', () => {
  test('finds a sentence inside a guide and a row inside a sheet, with their places', async () => {
    const as = await given.monthlyMember()
    const search = (query: string) =>
      // The texts are extracted after the files were added.
      poll(`a match for ${query}`, async () => {
        const { data } = await callOk(searchLibrary, { as, body: { query } })
        return data.length > 0 ? data : undefined
      })
    expect(await search('carpet burnt through')).toMatchObject([
      { path: expect.stringContaining('Deposits'), passages: [{ place: 'Page 1' }] },
    ])
    const [sheet] = await search('late by eight days')
    expect(sheet).toMatchObject({ path: expect.stringContaining('Rent ledger.xlsx') })
    expect(sheet?.passages[0]?.place).toBe('Sheet Rent ledger')
  })
})

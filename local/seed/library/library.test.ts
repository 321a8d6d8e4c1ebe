import { describe, expect, test } from 'vitest'
import { searchLibrary } from '#shared/rules/library-search.ts'
import { seedLibrary } from './library.ts'

describe('seeded library', () => {
  test.each(['Deposit', 's21', 'HMO', 'inspection', 'R2R', 'AST', 'EPC'])(
    'has results for a search for %s',
    (query) => {
      expect(searchLibrary(seedLibrary(), query)).not.toEqual([])
    },
  )
})

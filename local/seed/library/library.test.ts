import { expect, test } from 'vitest'
import { searchLibrary } from '../../../shared/rules/library-search.ts'
import { seedLibrary } from './library.ts'

test.each(['Deposit', 's21', 'HMO', 'inspection', 'R2R', 'AST', 'EPC'])(
  'holds something for whoever searches for %s',
  (query) => {
    expect(searchLibrary(seedLibrary(), query)).not.toEqual([])
  },
)

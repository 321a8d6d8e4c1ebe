import { describe, expect, test } from 'vitest'
import { searchLibrary } from '#shared/rules/library-search.ts'
import { seedLibrary } from './library.ts'

const library = seedLibrary()
const guide = 'Renters’ Rights Act – what changed'

describe('seeded library', () => {
  test.each(['Deposit', 's21', 'HMO', 'inspection', 'R2R', 'AST', 'EPC'])(
    'has results for a search for %s',
    (query) => {
      expect(searchLibrary(library, query).total).toBeGreaterThan(0)
    },
  )

  test.each([
    ["renters' rights", guide],
    ['renters rights', guide],
    ['rra', guide],
    ['tenant pet', 'When a tenant asks to keep a pet'],
    ['possession notice', 'Grounds for possession at a glance'],
    ['inventory check in', 'Inventory and check-in'],
    ['eviction', 'Grounds for possession at a glance'],
  ])('has a file for a search for %s', (query, title) => {
    expect(searchLibrary(library, query).hits.map((file) => file.title)).toContain(title)
  })
})

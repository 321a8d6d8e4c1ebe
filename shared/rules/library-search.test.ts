import { expect, test } from 'vitest'
import { searchLibrary } from './library-search.ts'

const file = (title: string, description = 'Shared resource') => ({ title, description })
const titles = (files: readonly { title: string }[]) => files.map(({ title }) => title)

const shelf = [
  file('Plastering and last repairs', 'Fast fixes'),
  file('Section 21 after the Act', 'What still runs'),
  file('Assured shorthold tenancy, explained'),
  file('Licences', 'For houses in multiple occupation'),
  file('Rent to rent: who is the landlord?'),
  file('Energy Performance Certificates'),
  file('An EPC before marketing'),
  file('Gas safety', 'Every year'),
  file('Section 210 of nothing'),
]

test.each([
  ['s21', ['Section 21 after the Act']],
  ['S21 after', ['Section 21 after the Act']],
  ['HMO', ['Licences']],
  ['r2r', ['Rent to rent: who is the landlord?']],
  ['Rent2Rent', ['Rent to rent: who is the landlord?']],
  ['EPC', ['Energy Performance Certificates', 'An EPC before marketing']],
  ['energy performance', ['Energy Performance Certificates', 'An EPC before marketing']],
])('understands %s', (query, found) => {
  expect(titles(searchLibrary(shelf, query))).toEqual(found)
})

test('puts what is meant before what happens to contain the letters', () => {
  expect(titles(searchLibrary(shelf, 'AST'))).toEqual([
    'Assured shorthold tenancy, explained',
    'Plastering and last repairs',
  ])
})

test('finds any part of title or description, whatever the case', () => {
  expect(titles(searchLibrary(shelf, 'YEAR'))).toEqual(['Gas safety'])
  expect(titles(searchLibrary(shelf, 'aster'))).toEqual(['Plastering and last repairs'])
  expect(searchLibrary(shelf, 'shared').length).toBeGreaterThan(1)
  expect(searchLibrary(shelf, 'nowhere')).toEqual([])
})

test('starts at two characters, not counting blanks, and gives ten at most', () => {
  const many = Array.from({ length: 12 }, (_, index) => file(`Deposit ${index}`))
  for (const query of ['', 'd', ' d ']) expect(searchLibrary(many, query)).toEqual([])
  expect(searchLibrary(many, 'de')).toEqual(many.slice(0, 10))
})

test('is instant among 5,000 titles: done long before the next key', () => {
  const many = Array.from({ length: 5000 }, (_, index) =>
    file(`Guide ${index} to section ${index % 30} and deposits`, `What to do in case ${index}, step by step`),
  )
  const queries = ['de', 's21', 'hmo', 'zz', 'guide 4999', 'r2r licence']
  const round = () => {
    const startedAt = performance.now()
    for (const query of queries) searchLibrary(many, query)
    return (performance.now() - startedAt) / queries.length
  }
  // The best of some rounds: others use this machine too.
  expect(Math.min(...Array.from({ length: 5 }, round))).toBeLessThan(50)
})

import { expect, test } from 'vitest'
import { searchableParts } from './directory.ts'

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
    '_siân@agency.example',
    ['_siân@agency.example', 'siân@agency.example', 'agency.example', '@agency.example'],
  ],
])('%s is found by %j', (email, parts) => {
  expect(searchableParts(email)).toEqual(parts)
})

test('an address of very many words takes no more than a transaction has room for', () => {
  expect(searchableParts(`${'a.'.repeat(31)}a@agency.example`)).toHaveLength(10)
})

import { expect, test } from 'vitest'
import { isTooOld, isThrown } from './too-old.ts'

const failures: readonly (readonly [string, unknown, boolean])[] = [
  ['syntax that the browser does not know', new SyntaxError('Unexpected token'), true],
  ['a function that Chrome does not have', new TypeError('AbortSignal.any is not a function'), true],
  [
    'a function that Safari does not have',
    new TypeError("undefined is not an object (evaluating 'URL.canParse')"),
    true,
  ],
  ['an object that Firefox does not have', new ReferenceError('scheduler is not defined'), true],
  [
    'an object that Chrome does not have',
    new TypeError("Cannot read properties of undefined (reading 'request')"),
    true,
  ],
  ['a class that Firefox does not have', new TypeError('URLPattern is not a constructor'), true],
  ['a request that failed in Chrome', new TypeError('Failed to fetch'), false],
  ['a request that failed in Safari', new TypeError('Load failed'), false],
  [
    'a file that did not arrive in Chrome',
    new TypeError('Failed to fetch dynamically imported module: https://advice.example/assets/a.js'),
    false,
  ],
  [
    'a file that did not arrive in Firefox',
    new TypeError('error loading dynamically imported module: https://advice.example/assets/a.js'),
    false,
  ],
  ['a file that did not arrive in Safari', new TypeError('Importing a module script failed.'), false],
  ['a page instead of a file', new TypeError("'text/html' is not a valid JavaScript MIME type."), false],
  ['another failure', new Error('The page has no element with the id root'), false],
]

test.each(failures)('%s: %o, too old: %s', (_, failure, expected) => {
  expect(isTooOld(failure)).toBe(expected)
})

const thrown: typeof failures = [
  ...failures.map(
    ([name, failure, tooOld]) => [name, failure, tooOld || name === 'another failure'] as const,
  ),
  [
    'an element that Chrome did not find',
    new TypeError("Cannot read properties of null (reading 'id')"),
    true,
  ],
  ['an element that Safari did not find', new TypeError('null is not an object'), true],
]

test.each(thrown)('%s: %o, thrown by code that arrived: %s', (_, failure, expected) => {
  expect(isThrown(failure)).toBe(expected)
})

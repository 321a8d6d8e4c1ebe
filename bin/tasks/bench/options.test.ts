import { describe, expect, test } from 'vitest'
import { benchOptions, defaultRounds } from './options.ts'

describe('the options of npm run bench', () => {
  test('measure everything, without recording it, unless they say otherwise', () => {
    expect(benchOptions([])).toEqual({ record: false, page: undefined, rounds: defaultRounds })
  })

  test('choose one page and the number of rounds', () => {
    expect(benchOptions(['--page', '/pricing', '--rounds', '3'])).toEqual({
      record: false,
      page: '/pricing',
      rounds: 3,
    })
  })

  test.each([
    [['--rounds', '0'], /whole number/],
    [['--rounds', 'many'], /whole number/],
    [['--record', '--page', '/'], /all pages/],
    [['--pages', '/'], /Unknown option/],
  ])('reject %j', (args, message) => {
    expect(() => benchOptions(args)).toThrow(message)
  })
})

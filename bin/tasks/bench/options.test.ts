import { describe, expect, test } from 'vitest'
import { readBenchOptions, defaultRounds } from './options.ts'

describe('the options of npm run bench', () => {
  test('measure everything, without recording it, unless they say otherwise', () => {
    expect(readBenchOptions([], {})).toEqual({ part: 'everything', record: false, rounds: defaultRounds })
  })

  test('choose one page and the number of rounds', () => {
    expect(readBenchOptions(['--page', '/pricing', '--rounds', '3'], {})).toEqual({
      part: 'page',
      page: '/pricing',
      rounds: 3,
    })
  })

  test('choose a part, with its own options', () => {
    expect(readBenchOptions(['--functions', 'get-access', 'create-checkout', '--record'], {})).toEqual({
      part: 'functions',
      names: ['get-access', 'create-checkout'],
      rounds: 15,
      record: true,
    })
    expect(readBenchOptions(['--load', '--seconds', '60'], {})).toEqual({
      part: 'load',
      members: 8,
      seconds: 60,
      record: false,
    })
    expect(readBenchOptions(['--scale'], {})).toEqual({ part: 'scale' })
  })

  test.each([
    [['--rounds', '0'], /whole number/],
    [['--rounds', 'many'], /whole number/],
    [['--functions', '--rounds', 'many'], /whole number/],
    [['--load', '--seconds', 'many'], /--seconds must be a whole number/],
    [['--load', '--members', '1.5'], /--members must be a whole number/],
    [['--functions', 'no-such-function'], /Unknown function "no-such-function"/],
    [['get-access'], /one word too many/],
    [['--page', '/nowhere'], /--page must be one of/],
    [['--record', '--page', '/'], /--record does not go with --page/],
    [['--load', '--scale'], /--scale does not go with --load/],
    [['--seconds', '5'], /--seconds needs a part/],
    [['--pages', '/'], /Unknown option/],
  ])('reject %j and show what is accepted', (args, message) => {
    expect(() => readBenchOptions(args, {})).toThrow(message)
    expect(() => readBenchOptions(args, {})).toThrow(/npm run bench -- |--page must be one of/)
  })
})

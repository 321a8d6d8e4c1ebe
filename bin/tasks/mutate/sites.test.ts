import { describe, expect, test } from 'vitest'
import { instrument } from './sites.ts'
import { createSwitch, type Mutant, switchName } from './switch.ts'

const changesOf = (source: string) =>
  instrument('a.ts', source).sites.flatMap(({ code, changes }) =>
    changes.map((change) => `${change}: ${code}`),
  )

/** Returns the function of an instrumented source. */
const functionOf = (source: string, guards: ReturnType<typeof createSwitch>) =>
  // The source comes from the test itself.
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function(switchName, `return (${instrument('a.js', source).code})`)(guards)

/** Runs the function of an instrumented source with a mutant. */
const run = (source: string, mutant: Mutant | undefined, ...args: unknown[]): unknown => {
  const guards = createSwitch()
  guards.activate(mutant)
  return functionOf(source, guards)(...args)
}

const mutantOf = (source: string, code: string, change: Mutant['change']): Mutant => {
  const site = instrument('a.js', source).sites.find(
    (one) => one.code === code && one.changes.includes(change),
  )
  if (site === undefined) throw new Error(`no guard ${code}`)
  return { site: site.id, change }
}

describe('guards of a source', () => {
  test('are conditions of statements, their operands, and the results of predicates', () => {
    const source =
      'const f = (a, b) => { if (a.x === b && a.y < 3) return list.filter((one) => one.id === b) }'
    expect(changesOf(source)).toEqual([
      'true: a.x === b && a.y < 3',
      'false: a.x === b && a.y < 3',
      'true: a.x === b',
      'true: a.y < 3',
      'boundary: a.y < 3',
      'true: one.id === b',
      'false: one.id === b',
    ])
  })

  test('are conditions of writes, as a whole and in parts', () => {
    const source = "const f = () => put(key, item, { onlyIf: 'version = :v AND owner = :o' })"
    expect(changesOf(source)).toEqual([
      "unconditional: 'version = :v AND owner = :o'",
      "without 1: 'version = :v AND owner = :o'",
      "without 2: 'version = :v AND owner = :o'",
    ])
  })

  test('are calls that only reject, and writes that fail if a key exists', () => {
    const source = 'const f = async () => { await verifySignature(body); return putNew(key, item) }'
    expect(changesOf(source)).toEqual([
      'skipped: await verifySignature(body)',
      'unconditional: putNew(key, item)',
    ])
  })

  test('are choices between an API error and a result, not other choices', () => {
    expect(changesOf("const f = (a) => (a ? apiError('not_found') : 1)")).toEqual(['true: a', 'false: a'])
    expect(changesOf('const f = (a) => (a ? 2 : 1)')).toEqual([])
  })

  test('are not outside functions, where no mutant is active', () => {
    expect(changesOf('if (a < b) c()')).toEqual([])
  })
})

describe('an instrumented source', () => {
  const source = '(a, b) => { if ((a < b) && a !== 7 || (a > (b) * 10)) return 1; return a <= 2 }'

  test('does the same without a mutant', () => {
    expect(run(source, undefined, 1, 2)).toBe(1)
    expect(run(source, undefined, 7, 9)).toBe(false)
    expect(run(source, undefined, 2, 0)).toBe(1)
    expect(run(source, undefined, 2, 2)).toBe(true)
  })

  test.each([
    ['a !== 7', 'true', [7, 9], 1],
    ['a <= 2', 'boundary', [2, 2], false],
    ['a < b', 'boundary', [3, 3], 1],
    ['(a < b) && a !== 7 || (a > (b) * 10)', 'false', [1, 2], true],
  ] as const)('with the guard %s changed to %s, returns another result', (code, change, args, result) => {
    expect(run(source, mutantOf(source, code, change), ...args)).toBe(result)
  })

  test('leaves out a part of a condition', () => {
    const write = "() => ({ onlyIf: 'version = :v AND owner = :o' })"
    const mutant = mutantOf(write, "'version = :v AND owner = :o'", 'without 2')
    expect(run(write, mutant)).toEqual({ onlyIf: 'version = :v' })
  })

  test('leaves out a part of a condition that contains alternatives', () => {
    const write = '(free) => ({ onlyIf: `version = :v AND ${free} AND owner = :o` })'
    const free = '(attribute_not_exists(lock) OR lock < :now AND lock > :then)'
    const code = '`version = :v AND ${free} AND owner = :o`'
    expect(run(write, mutantOf(write, code, 'without 2'), free)).toEqual({
      onlyIf: 'version = :v AND owner = :o',
    })
    expect(run(write, mutantOf(write, code, 'without 3'), free)).toEqual({
      onlyIf: `version = :v AND ${free}`,
    })
  })

  test('keeps a condition of alternatives whole', () => {
    expect(changesOf("() => put(key, { onlyIf: 'a = :a OR b = :b AND c = :c' })")).toEqual([
      "unconditional: 'a = :a OR b = :b AND c = :c'",
    ])
  })

  test('computes a value that it keeps again after a mutant', () => {
    const keeping = '(() => { let kept; return (a) => (kept ??= { isLow: a < 3 }) })()'
    const guards = createSwitch()
    const isLow = functionOf(keeping, guards)
    guards.activate(mutantOf(keeping, 'a < 3', 'boundary'))
    expect([isLow(3), isLow(4)]).toEqual([{ isLow: true }, { isLow: true }])
    guards.activate(undefined)
    expect([isLow(3), isLow(2)]).toEqual([{ isLow: false }, { isLow: false }])
  })

  test('keeps a value in a statement that follows one without a semicolon', () => {
    const keeping = '(first, second) => { let kept = first\n kept ??= second\n return kept }'
    expect([run(keeping, undefined, undefined, 2), run(keeping, undefined, 1, 2)]).toEqual([2, 1])
  })

  test('does not call what is skipped', () => {
    const call = '(verifyIt) => { verifyIt() }'
    const fail = () => {
      throw new Error('called')
    }
    expect(() => run(call, undefined, fail)).toThrow('called')
    expect(() => run(call, mutantOf(call, 'verifyIt()', 'skipped'), fail)).not.toThrow()
  })
})

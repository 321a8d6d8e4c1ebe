import { describe, expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { library } from '#shared/values/site-map.ts'
import { shellOf, shells } from './shells.ts'

const chunk = (name: string, imports: string[] = []) => ({ file: `assets/${name}.js`, name, imports })

describe('the shell of an app page', () => {
  test('has the chunks of its page, its first calls and its frame', () => {
    const manifest = { page: chunk('library', ['_shared']), _shared: chunk('shared'), other: chunk('other') }
    expect(shellOf(manifest, library)).toEqual({
      chunks: new Set(['page', '_shared']),
      calls: ['get-library', 'get-access'],
      hasFrame: true,
    })
  })

  test.each([
    ['none', {}],
    ['two', { a: chunk('library'), b: chunk('library') }],
  ])('fails the build that has %s of its chunks', (_, manifest) => {
    expect(() => shellOf(manifest, library)).toThrow('/library needs one chunk library')
  })

  test.each(Object.values(shells).flatMap(({ calls = [] }) => calls))(
    'calls %s, which takes no input',
    (name) => {
      const operation = operations.find((one) => one.name === name)
      expect(operation?.body.safeParse({}).success).toBe(true)
    },
  )
})

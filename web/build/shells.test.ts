import { describe, expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { library } from '#shared/values/site-map.ts'
import { shellOf, shells } from './shells.ts'

describe('the shell of an app page', () => {
  test('has the first calls of its page and its frame', () => {
    expect(shellOf(library)).toEqual({
      calls: ['get-library', 'get-access'],
      hasFrame: true,
      hasEarlyRows: true,
      sectionsAfter: undefined,
    })
  })

  test('waits only for its own calls before it requests a section', () => {
    for (const { calls = [], sectionsAfter } of Object.values(shells))
      expect([undefined, ...calls]).toContain(sectionsAfter)
  })

  test.each(Object.values(shells).flatMap(({ calls = [] }) => calls))(
    'calls %s, which takes no input',
    (name) => {
      const operation = operations.find((one) => one.name === name)
      expect(operation?.body.safeParse({}).success).toBe(true)
    },
  )
})

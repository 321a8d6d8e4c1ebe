import { expect, test } from 'vitest'
import { smoke } from '#bin/tasks/smoke/checks.ts'
import { site } from '#test/kit/site.ts'

test('the smoke checks of a deployed stage pass on the local cloud', async () => {
  const results = await smoke(site(), undefined)
  expect(results.filter(({ problem }) => problem !== undefined)).toEqual([])
  expect(results.length).toBeGreaterThan(5)
})

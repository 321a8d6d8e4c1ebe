import { expect, test } from 'vitest'
import { smoke, smokeWithAccount } from '#bin/tasks/smoke/checks.ts'
import { operator } from '#test/kit/operator.ts'
import { site } from '#test/kit/site.ts'

const problemsIn = (results: Awaited<ReturnType<typeof smoke>>) =>
  results.filter(({ problem }) => problem !== undefined)

test('the smoke checks of a deployed stage pass on the local cloud', async () => {
  const results = await smoke(site(), undefined)
  expect(problemsIn(results)).toEqual([])
  expect(results.length).toBeGreaterThan(5)
})

test('the smoke checks with an account pass on the local cloud, and leave no account behind', async () => {
  const admins = await operator.admin('list')
  const results = await smokeWithAccount({
    site: site(),
    table: await operator.table(),
    emailDomain: 'simulator.example',
    setAdmin: (email, isAdmin) => operator.admin(isAdmin ? 'grant' : 'revoke', email),
  })
  expect(problemsIn(results)).toEqual([])
  expect(results.at(-1)?.name).toBe('the account is deleted')
  expect(await operator.admin('list')).toBe(admins)
})

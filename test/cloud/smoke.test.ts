import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
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

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the smoke checks with an account delete it after %s, and report the interruption',
  async (signal) => {
    const signals = new EventEmitter()
    const table = await operator.table()
    // The step that follows a link is the first one that writes: an account exists afterwards.
    const interrupting = new Proxy(table, {
      get: (target, name): unknown => {
        if (name === 'transact') signals.emit(signal)
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const print = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const results = await smokeWithAccount(
      { site: site(), table: interrupting, emailDomain: 'simulator.example', setAdmin: expect.unreachable },
      signals,
    )
    expect(print).toHaveBeenCalledWith(`${signal}: the account will be deleted after this step.`)
    print.mockRestore()
    expect(results.slice(-3)).toMatchObject([
      { name: expect.stringContaining('a link signs in'), problem: undefined },
      { name: 'the run is not interrupted', problem: `${signal}: no other step was run` },
      { name: 'the account is deleted', problem: undefined },
    ])
    expect(signals.eventNames()).toEqual([])
  },
)

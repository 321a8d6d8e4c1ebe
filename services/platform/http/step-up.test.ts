import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import type { Caller } from './authenticate.ts'
import { checkRole } from './middleware.ts'

const now = new Date('2027-03-01T10:00:00Z')

const stepUp = (signIn: string, validUntil: string) => ({
  entity: 'step_up' as const,
  sign_in: signIn,
  passed_at: '2027-03-01T08:00:00.000Z',
  valid_until: validUntil,
})

const caller = (signInId: string | undefined, stepUps: Caller['stepUps']): Caller => ({
  userId: 'admin',
  signInId,
  signedInAtSeconds: 0,
  mayBeAdmin: false,
  // The role check reads no other fact about the account.
  profile: {} as Caller['profile'],
  subscriber: undefined,
  subscription: undefined,
  passes: [],
  stepUps,
})

/** Runs the role check of an operation for a caller that its guard accepts. */
const check = async (name: string, by: Caller) => {
  const operation = operations.find((one) => one.name === name)
  if (operation === undefined) throw new Error(`There is no operation ${name}`)
  const context = { requestId: '', startedMs: 0, now, caller: by, deletedUserId: undefined, body: undefined }
  const { before } = checkRole(operation, async () => undefined)
  // The role check uses only the context of middy's request.
  await before?.({ internal: { context } } as Parameters<NonNullable<typeof before>>[0])
}

const valid = stepUp('this', '2027-03-01T10:00:00.001Z')
const adminOperations = operations.filter(({ caller: kind }) => kind === 'admin').map(({ name }) => name)

describe('role check of admins', () => {
  test.each(adminOperations)('lets %s run only after the second factor', async (name) => {
    await expect(check(name, caller('this', []))).rejects.toMatchObject({ code: 'second_factor_required' })
    await expect(check(name, caller('this', [valid]))).resolves.toBeUndefined()
  })

  test.each([
    ['of another sign-in', caller('other', [valid])],
    ['that has expired', caller('this', [stepUp('this', now.toISOString())])],
    ['if the token does not name its sign-in', caller(undefined, [valid])],
  ])('rejects a step-up %s', async (_which, by) => {
    await expect(check('get-users', by)).rejects.toMatchObject({
      status: 403,
      code: 'second_factor_required',
    })
  })

  test('lets an admin set up and enter the second factor without one', async () => {
    for (const name of ['get-second-factor', 'set-up-second-factor', 'confirm-second-factor'])
      await expect(check(name, caller('this', []))).resolves.toBeUndefined()
  })
})

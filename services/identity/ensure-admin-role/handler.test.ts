import { describe, expect, test } from 'vitest'
import { ensureAdminRole } from '#shared/contract/identity.ts'
import { call } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { apiError } from '#test/kit/api-error.ts'

describe('ensure-admin-role', () => {
  test('returns true for an admin on every call', async () => {
    const as = await given.admin()
    for (let i = 0; i < 2; i += 1)
      expect(await call(ensureAdminRole, { as })).toMatchObject({ status: 200, body: { isAdmin: true } })
  })

  test('returns false for other users and grants nothing', async () => {
    const as = await given.user()
    for (let i = 0; i < 2; i += 1)
      expect(await call(ensureAdminRole, { as })).toMatchObject({ status: 200, body: { isAdmin: false } })
  })

  test('returns an error if the user pool fails', async () => {
    const as = await given.admin()
    const fault = {
      service: 'cognito',
      action: 'AdminListGroupsForUser',
      error: 'InternalErrorException',
    } as const
    const reply = await withFaults([fault], () => call(ensureAdminRole, { as }))
    expect(reply).toMatchObject(apiError('internal'))
  })
})

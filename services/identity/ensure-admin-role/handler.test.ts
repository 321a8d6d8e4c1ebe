import { describe, expect, test } from 'vitest'
import { getUsers } from '#shared/contract/admin.ts'
import { ensureAdminRole } from '#shared/contract/identity.ts'
import { getLibrary } from '#shared/contract/library-facts.ts'
import { call } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { apiError } from '#test/kit/api-error.ts'
import { pool } from '#test/kit/pool.ts'

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

  test('returns false for an admin who has deleted their login at the user pool', async () => {
    const as = await given.admin()
    await pool.deleteOwnUser(as.accessToken)
    expect(await call(ensureAdminRole, { as })).toMatchObject({ status: 200, body: { isAdmin: false } })
    expect(await call(getUsers, { as })).toMatchObject(apiError('forbidden'))
    expect(await call(getLibrary, { as })).toMatchObject(apiError('forbidden'))
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

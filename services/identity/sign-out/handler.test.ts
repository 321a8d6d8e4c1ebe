import { describe, expect, test } from 'vitest'
import { getProfile, signOut } from '#shared/contract/identity.ts'
import { call, callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { apiError } from '#test/kit/api-error.ts'

describe('sign-out', () => {
  test('invalidates the access token immediately, even for a second request', async () => {
    const as = await given.user()
    await callOk(getProfile, { as })
    await callOk(signOut, { as })
    for (const operation of [getProfile, signOut])
      expect(await call(operation, { as })).toMatchObject(apiError('unauthorized'))
  })
})

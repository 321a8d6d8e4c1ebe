import { describe, expect, test } from 'vitest'
import { getProfile, signOut } from '#shared/contract/identity.ts'
import { call, callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { apiError } from '#test/kit/api-error.ts'

describe('sign-out', () => {
  test('invalidates the access token at once', async () => {
    const as = await given.user()
    await callOk(getProfile, { as })
    await callOk(signOut, { as })
    expect(await call(getProfile, { as })).toMatchObject(apiError('unauthorized'))
  })

  test('rejects a second request as signed out', async () => {
    const as = await given.user()
    await callOk(signOut, { as })
    expect(await call(signOut, { as })).toMatchObject(apiError('unauthorized'))
  })

  test("does not end other users' sessions", async () => {
    const [one, other] = [await given.user(), await given.user()]
    await callOk(signOut, { as: one, body: { userId: other.userId } })
    await callOk(getProfile, { as: other })
  })
})

import { describe, expect, test } from 'vitest'
import { authenticateInMemory, signInIdOf } from '#test/kit/in-memory/authenticate.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { keys } from '../table/keys.ts'
import { put, update } from '../table/write.ts'

const now = new Date('2027-03-01T10:00:00.500Z')
const inSameSecond = new Date('2027-03-01T10:00:00.900Z')
const unauthorized = { code: 'unauthorized' }

const aUser = async () => {
  const { table, account } = inMemory({ now })
  const { userId } = await account()
  const profile = keys.profile(userId)
  return {
    table,
    userId,
    profile,
    /** Ends all sessions, at the request of the session that signed in at `signedInAt`. */
    signOut: (at: Date, signedInAt: Date) =>
      table.transact(
        update(profile, 'SET tokens_valid_after = :at, signed_out_origin = :origin', {
          values: { ':at': at.toISOString(), ':origin': signInIdOf(signedInAt) },
        }),
      ),
    authenticate: (signedInAt: Date, claims: object = {}) =>
      authenticateInMemory(table, userId, signedInAt, claims),
  }
}

describe('an access token', () => {
  test('identifies its user and session', async () => {
    const { authenticate, userId } = await aUser()
    expect(await authenticate(now)).toMatchObject({
      userId,
      signInId: signInIdOf(now),
      signedInAtSeconds: Math.floor(now.getTime() / 1000),
    })
  })

  test.each([
    ['a list', ['admin']],
    ['the text of API Gateway', '[admin]'],
  ])('that names groups, as %s, may belong to an admin', async (_form, groups) => {
    const { authenticate } = await aUser()
    expect(await authenticate(now, { 'cognito:groups': groups })).toMatchObject({ mayBeAdmin: true })
  })

  test('that names no group belongs to no admin', async () => {
    const { authenticate } = await aUser()
    expect(await authenticate(now)).toMatchObject({ mayBeAdmin: false })
  })

  test('is rejected once its session has signed out, even in the second of the sign-in', async () => {
    const { authenticate, signOut } = await aUser()
    await signOut(inSameSecond, now)
    await expect(authenticate(now)).rejects.toMatchObject(unauthorized)
  })

  test('of a sign-in after the sign-out is accepted, even in the same second', async () => {
    const { authenticate, signOut } = await aUser()
    await signOut(now, new Date('2027-03-01T09:00:00Z'))
    expect(await authenticate(inSameSecond)).not.toBeNull()
  })

  test('of an earlier sign-in in another session is rejected after the sign-out', async () => {
    const { authenticate, signOut } = await aUser()
    await signOut(now, now)
    await expect(authenticate(new Date('2027-03-01T09:59:59.999Z'))).rejects.toMatchObject(unauthorized)
  })

  test('is rejected for an account whose address is not confirmed, and for a deleted one', async () => {
    const { authenticate, table, userId, profile } = await aUser()
    await table.transact(update(profile, 'REMOVE email_verified_at'))
    await expect(authenticate(now)).rejects.toMatchObject(unauthorized)
    const tombstone = { entity: 'tombstone', user_id: userId, deleted_at: now.toISOString() }
    await table.transact(put(profile, tombstone))
    await expect(authenticate(now)).rejects.toMatchObject(unauthorized)
  })
})

import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { keys } from '#platform/table/keys.ts'
import { put, update } from '#platform/table/write.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { passkeysInMemory } from '#test/kit/in-memory/passkeys.ts'

const unknown = { status: 400, body: { error: { code: 'passkey_unknown' } } }
const expired = { status: 400, body: { error: { code: 'passkey_expired' } } }

const withPasskey = async (counter = 0) => {
  const passkeys = await passkeysInMemory()
  const laptop = passkeys.authenticator()
  await passkeys.add(laptop, { counter })
  return { ...passkeys, laptop }
}

describe('sign-in-with-passkey', () => {
  test('signs in without an address and records the time', async () => {
    const { signIn, laptop, owner, stored, passSeconds } = await withPasskey()
    passSeconds(3600)
    expect(await signIn(laptop)).toEqual({
      status: 200,
      body: { accessToken: owner.userId, refreshToken: 'refresh', email: owner.profile.email },
    })
    expect(await stored()).toMatchObject([{ last_used_at: '2027-03-01T11:00:00.000Z' }])
  })

  test('signs in to exactly one account with each response, however often it is sent', async () => {
    const { send, requestOptions, laptop, world } = await withPasskey()
    const response = laptop.get(await requestOptions())
    forceOverlap(world.table, 5)
    const replies = await Promise.all(Array.from({ length: 5 }, () => send.signIn(response)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await send.signIn(response)).toMatchObject(expired)
  })

  test('rejects a recorded response while the challenge of another sign-in is open', async () => {
    const { send, requestOptions, laptop } = await withPasskey()
    const recorded = laptop.get(await requestOptions())
    expect(await send.signIn(recorded)).toMatchObject({ status: 200 })
    const next = laptop.get(await requestOptions())
    expect(await send.signIn(recorded)).toMatchObject(expired)
    expect(await send.signIn(next)).toMatchObject({ status: 200 })
  })

  test.each([
    ['of another site', { origin: 'https://advice.example.evil.example' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['without verification of the user', { userVerified: false }],
    ['without an account', { userHandle: null }],
    ['for another account', { userHandle: Buffer.from('somebody-else').toString('base64url') }],
  ])('rejects a response %s', async (_title, deviations) => {
    const { signIn, laptop } = await withPasskey()
    expect(await signIn(laptop, deviations)).toMatchObject(unknown)
  })

  test('rejects a passkey that no account has, and the signature of another key', async () => {
    const { signIn, send, authenticator, laptop, requestOptions, owner } = await withPasskey()
    const stranger = authenticator()
    const userHandle = Buffer.from(owner.userId).toString('base64url')
    expect(await signIn(stranger, { userHandle })).toMatchObject(unknown)
    const options = await requestOptions()
    const { response } = stranger.get(options)
    const { id, rawId, type, response: own } = laptop.get(options)
    const forged = { id, rawId, type, response: { ...own, signature: response.signature } }
    expect(await send.signIn(forged)).toMatchObject(unknown)
  })

  test('rejects an expired challenge, one that we did not issue, and one for adding a passkey', async () => {
    const { send, laptop, requestOptions, creationOptions, passSeconds } = await withPasskey()
    const rpId = 'advice.example'
    const { challenge } = await creationOptions()
    expect(await send.signIn(laptop.get({ challenge, rpId }))).toMatchObject(expired)
    expect(await send.signIn(laptop.get({ challenge: 'A'.repeat(43), rpId }))).toMatchObject(expired)
    const response = laptop.get(await requestOptions())
    passSeconds(301)
    expect(await send.signIn(response)).toMatchObject(expired)
  })

  test('rejects a counter that does not grow, because a copy of the passkey may exist', async () => {
    const { signIn, laptop, stored } = await withPasskey(5)
    expect(await signIn(laptop, { counter: 6 })).toMatchObject({ status: 200 })
    expect(await signIn(laptop, { counter: 6 })).toMatchObject(unknown)
    expect(await signIn(laptop, { counter: 0 })).toMatchObject(unknown)
    expect(await stored()).toMatchObject([{ counter: 6 }])
    expect(await signIn(laptop, { counter: 7 })).toMatchObject({ status: 200 })
  })

  test('rejects users that are disabled in the pool, and accounts that are deleted or not confirmed', async () => {
    const { signIn, laptop, disabled, owner, world } = await withPasskey()
    disabled.add(owner.userId)
    expect(await signIn(laptop)).toMatchObject(unknown)
    disabled.clear()
    const profile = keys.profile(owner.userId)
    await world.table.transact(update(profile, 'REMOVE email_verified_at'))
    expect(await signIn(laptop)).toMatchObject(unknown)
    const tombstone = { entity: 'tombstone', user_id: owner.userId, deleted_at: '2027-03-01T10:00:00Z' }
    await world.table.transact(put(profile, tombstone))
    expect(await signIn(laptop)).toMatchObject(unknown)
  })

  test('returns not found in a stage without passkeys', async () => {
    const { send, authenticator } = await passkeysInMemory({})
    const response = authenticator().get({ challenge: 'x', rpId: 'advice.example' }, { userHandle: null })
    expect(await send.signIn(response)).toMatchObject({ status: 404 })
  })
})

import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { maxPasskeys } from '#shared/values/passkeys.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { passkeysInMemory } from '#test/kit/in-memory/passkeys.ts'

const expired = { status: 400, body: { error: { code: 'passkey_expired' } } }
const notCreated = { status: 400, body: { error: { code: 'passkey_not_created' } } }

describe('add-passkey', () => {
  test('stores the passkey and emails the owner', async () => {
    const { add, authenticator, stored, passkeyEmails, owner } = await passkeysInMemory()
    const laptop = authenticator()
    expect(await add(laptop, { name: '  Work laptop ' })).toMatchObject({
      status: 200,
      body: { passkey: { name: 'Work laptop', lastUsedAt: null } },
    })
    expect(await stored()).toMatchObject([
      { user_id: owner.userId, credential_id: laptop.id, counter: 0, synced: true },
    ])
    expect(await passkeyEmails()).toEqual([
      {
        template: 'passkey-changed',
        change: 'added',
        name: owner.profile.full_name,
        passkey: 'Work laptop',
        changed_at: '2027-03-01T10:00:00.000Z',
        link: 'https://advice.example/profile',
      },
    ])
  })

  test('rejects the second of two equal requests, even at the same time, and sends one email', async () => {
    const { authenticator, send, creationOptions, stored, passkeyEmails, world } = await passkeysInMemory()
    const body = { name: 'Phone', response: authenticator().create(await creationOptions()) }
    forceOverlap(world.table, 2)
    const replies = await Promise.all([send.add(body), send.add(body)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await send.add(body)).toMatchObject(expired)
    expect(await stored()).toHaveLength(1)
    expect(await passkeyEmails()).toHaveLength(1)
  })

  test.each([
    ['of another site', { origin: 'https://advice.example.evil.example' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['without verification of the user', { userVerified: false }],
  ])('rejects a response %s', async (_title, deviations) => {
    const { add, authenticator, stored } = await passkeysInMemory()
    expect(await add(authenticator(), deviations)).toMatchObject(notCreated)
    expect(await stored()).toEqual([])
  })

  test('rejects an expired challenge, one of another account, and one for a sign-in', async () => {
    const { authenticator, send, creationOptions, requestOptions, passSeconds, world, stored } =
      await passkeysInMemory()
    const other = await world.account()
    const options = await creationOptions(other)
    expect(await send.add({ name: 'Phone', response: authenticator().create(options) })).toMatchObject(
      expired,
    )
    const { challenge } = await requestOptions()
    const forSignIn = authenticator().create({ ...options, challenge })
    expect(await send.add({ name: 'Phone', response: forSignIn })).toMatchObject(expired)
    const own = authenticator().create(await creationOptions())
    passSeconds(301)
    expect(await send.add({ name: 'Phone', response: own })).toMatchObject(expired)
    expect(await stored()).toEqual([])
  })

  test('rejects an authenticator that has been added before', async () => {
    const { add, authenticator, stored } = await passkeysInMemory()
    const laptop = authenticator()
    await add(laptop)
    expect(await add(laptop)).toMatchObject(notCreated)
    expect(await stored()).toHaveLength(1)
  })

  test('rejects one more than the maximum if two tabs had begun to add one', async () => {
    const { add, authenticator, creationOptions, send, stored } = await passkeysInMemory()
    for (let i = 1; i < maxPasskeys; i += 1) await add(authenticator())
    const responses = [await creationOptions(), await creationOptions()].map((options) =>
      authenticator().create(options),
    )
    const replies = []
    for (const response of responses) replies.push(await send.add({ name: 'Phone', response }))
    expect(replies).toMatchObject([{ status: 200 }, { body: { error: { code: 'too_many_passkeys' } } }])
    expect(await stored()).toHaveLength(maxPasskeys)
  })

  test.each(['', '   ', 'x'.repeat(61), 'a\u0000b'])('rejects the name %j', async (name) => {
    const { add, authenticator } = await passkeysInMemory()
    expect(await add(authenticator(), { name })).toMatchObject({
      body: { error: { code: 'validation_failed' } },
    })
  })

  test('returns not found in a stage without passkeys', async () => {
    const { send, authenticator, owner } = await passkeysInMemory({})
    const options = { challenge: 'x', rp: { id: 'advice.example' }, user: { id: owner.userId } }
    const body = { name: 'Phone', response: authenticator().create(options) }
    expect(await send.add(body)).toMatchObject({ status: 404 })
  })
})

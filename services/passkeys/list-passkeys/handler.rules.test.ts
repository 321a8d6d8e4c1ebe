import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { passkeysInMemory } from '#test/kit/in-memory/passkeys.ts'

describe('list-passkeys', () => {
  test('returns the passkeys of the caller with name, creation and last use, oldest first', async () => {
    const { add, authenticator, send, signIn, passSeconds } = await passkeysInMemory()
    const [laptop, phone] = [authenticator(), authenticator()]
    await add(laptop)
    passSeconds(60)
    await add(phone, { name: 'Phone' })
    passSeconds(60)
    await signIn(phone)
    for (let i = 0; i < 2; i += 1)
      expect((await send.list()).body).toEqual({
        passkeys: [
          {
            id: expect.stringMatching(/^[0-9a-f]{64}$/),
            name: 'Work laptop',
            createdAt: '2027-03-01T10:00:00.000Z',
            lastUsedAt: null,
          },
          {
            id: expect.any(String),
            name: 'Phone',
            createdAt: '2027-03-01T10:01:00.000Z',
            lastUsedAt: '2027-03-01T10:02:00.000Z',
          },
        ],
      })
  })

  test("does not return another account's passkeys", async () => {
    const { add, authenticator, send, world } = await passkeysInMemory()
    await add(authenticator())
    expect(await send.list(await world.account())).toEqual({ status: 200, body: { passkeys: [] } })
  })

  test('returns not found in a stage without passkeys', async () => {
    expect(await (await passkeysInMemory({})).send.list()).toMatchObject({ status: 404 })
  })
})

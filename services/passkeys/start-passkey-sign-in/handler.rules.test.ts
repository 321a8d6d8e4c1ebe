import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { passkeysInMemory } from '#test/kit/in-memory/passkeys.ts'

describe('start-passkey-sign-in', () => {
  test('asks for any passkey of this site, with another challenge each time', async () => {
    const { requestOptions } = await passkeysInMemory()
    const [first, second] = [await requestOptions(), await requestOptions()]
    expect(first).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'advice.example',
      timeout: 300_000,
      userVerification: 'required',
    })
    expect(second.challenge).not.toBe(first.challenge)
  })

  test('stores the hash of the challenge only, with an expiry', async () => {
    const { requestOptions, world } = await passkeysInMemory()
    const { challenge } = await requestOptions()
    const items = world.database.all().filter(({ entity }) => entity?.['S'] === 'passkey_challenge')
    expect(items).toHaveLength(1)
    expect(JSON.stringify(items)).not.toContain(challenge)
    expect(items[0]).toHaveProperty('expires_at_epoch_seconds')
  })

  test('returns not found in a stage without passkeys', async () => {
    expect(await (await passkeysInMemory({})).send.startSignIn()).toMatchObject({ status: 404 })
  })
})

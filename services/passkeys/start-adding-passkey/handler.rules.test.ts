import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { maxPasskeys } from '#shared/values/passkeys.ts'
import { passkeysInMemory } from '#test/kit/in-memory/passkeys.ts'

describe('start-adding-passkey', () => {
  test('asks for a passkey of this site and account that verifies the user and needs no address', async () => {
    const { creationOptions, owner } = await passkeysInMemory()
    expect(await creationOptions()).toMatchObject({
      rp: { id: 'advice.example' },
      user: {
        id: Buffer.from(owner.userId).toString('base64url'),
        name: owner.profile.email,
        displayName: owner.profile.full_name,
      },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  test('excludes the authenticators that have a passkey of the account', async () => {
    const { creationOptions, add, authenticator, world } = await passkeysInMemory()
    const laptop = authenticator()
    await add(laptop)
    expect(await creationOptions()).toMatchObject({ excludeCredentials: [{ id: laptop.id }] })
    expect(await creationOptions(await world.account())).toMatchObject({ excludeCredentials: [] })
  })

  test('requires a sign-in within the last hour', async () => {
    const { send, passSeconds } = await passkeysInMemory()
    passSeconds(3600)
    expect(await send.startAdding()).toMatchObject({ status: 200 })
    passSeconds(1)
    expect(await send.startAdding()).toMatchObject({
      status: 403,
      body: { error: { code: 'recent_sign_in_needed', message: 'Please sign in again to add a passkey.' } },
    })
  })

  test('rejects a request once the account has the maximum of passkeys', async () => {
    const { add, authenticator, send } = await passkeysInMemory()
    for (let i = 0; i < maxPasskeys; i += 1) await add(authenticator())
    expect(await send.startAdding()).toMatchObject({ body: { error: { code: 'too_many_passkeys' } } })
  })

  test('returns another challenge each time', async () => {
    const { creationOptions } = await passkeysInMemory()
    const [first, second] = [await creationOptions(), await creationOptions()]
    expect(first.challenge).toMatch(/^[\w-]{43}$/)
    expect(second.challenge).not.toBe(first.challenge)
  })

  test('returns not found in a stage without passkeys', async () => {
    expect(await (await passkeysInMemory({})).send.startAdding()).toMatchObject({ status: 404 })
  })
})

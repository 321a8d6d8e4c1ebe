import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { passkeysInMemory } from '#test/kit/in-memory/passkeys.ts'

const withPasskey = async () => {
  const passkeys = await passkeysInMemory()
  const laptop = passkeys.authenticator()
  await passkeys.add(laptop)
  const [passkey] = await passkeys.stored()
  return { ...passkeys, laptop, id: passkey?.id ?? '' }
}

describe('remove-passkey', () => {
  test('removes the passkey, emails the owner and rejects its next sign-in', async () => {
    const { send, id, stored, passkeyEmails, signIn, laptop } = await withPasskey()
    expect(await send.remove(id)).toEqual({ status: 200, body: { success: true } })
    expect(await stored()).toEqual([])
    expect(await passkeyEmails()).toMatchObject([
      { change: 'added' },
      { change: 'removed', passkey: 'Work laptop' },
    ])
    expect(await signIn(laptop)).toMatchObject({ body: { error: { code: 'passkey_unknown' } } })
  })

  test('returns not found the second time, and sends one email', async () => {
    const { send, id, passkeyEmails } = await withPasskey()
    await send.remove(id)
    expect(await send.remove(id)).toMatchObject({ status: 404 })
    expect(await passkeyEmails()).toHaveLength(2)
  })

  test("returns not found for another account's passkey, and keeps it", async () => {
    const { send, id, world, stored } = await withPasskey()
    expect(await send.remove(id, await world.account())).toMatchObject({ status: 404 })
    expect(await stored()).toHaveLength(1)
  })

  test('returns not found in a stage without passkeys', async () => {
    expect(await (await passkeysInMemory({})).send.remove('0'.repeat(64))).toMatchObject({ status: 404 })
  })
})

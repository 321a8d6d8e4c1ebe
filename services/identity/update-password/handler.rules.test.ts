import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { updatePassword } from '#shared/contract/identity.ts'
import { outboxRecord } from '#platform/email/outbox.ts'
import { keys } from '#platform/table/keys.ts'
import { passkeyRepository } from '#services/passkeys/public.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { passkeysInMemory } from '#test/kit/in-memory/passkeys.ts'
import { linkRepository } from '../link.repository.ts'
import { sessionRepository } from '../session.repository.ts'
import { handle } from './handler.ts'

// In the past: the operation waits until the next second of its time.
const now = new Date('2026-03-01T10:05:00.000Z')

/** An account with two passkeys. `during` runs while the password is being set. */
const anAccount = async (during: () => Promise<unknown> = async () => undefined) => {
  const passkeys = await passkeysInMemory()
  const { world, owner, add, authenticator, stored } = passkeys
  const { table } = world
  for (const name of ['Work laptop', 'Phone']) {
    await add(authenticator(), { name })
    passkeys.passSeconds(1)
  }
  const change = (changes: object = {}) =>
    callInMemory(
      updatePassword,
      handle,
      {
        caller: { ...owner, signedInAtSeconds: now.getTime() / 1000 },
        body: { password: 'Seven-lanterns-at-dusk', ...changes },
        now,
      },
      {
        sessions: sessionRepository(table),
        links: linkRepository(table),
        passkeys: passkeyRepository(table),
        userPool: {
          setPassword: async () => void (await during()),
          signOutEverywhere: async () => undefined,
        },
        isCurrentPassword: async () => false,
        siteUrl: 'https://advice.example',
      },
    )
  /** Returns which passkeys the email about the new password names. */
  const emailed = async () =>
    (await table.listByIndex(keys.emailsTo(owner.profile.email, '').gsi1pk)).flatMap((item) => {
      const { content } = outboxRecord.parse(item)
      return content?.template === 'password-changed' ? [content.passkeys] : []
    })
  return { ...passkeys, change, emailed, names: async () => (await stored()).map(({ name }) => name) }
}

const ok = { status: 200, body: { success: true } }

describe('update-password', () => {
  test('keeps passkeys, and names them in its email', async () => {
    const { change, emailed, names } = await anAccount()
    expect(await change()).toEqual(ok)
    expect(await names()).toEqual(['Work laptop', 'Phone'])
    expect(await emailed()).toEqual([{ removed: [], kept: ['Work laptop', 'Phone'] }])
  })

  test('removes the passkeys of this account when it is asked to, and names them in its email', async () => {
    const { change, emailed, names, add, authenticator, world, stored, signIn } = await anAccount()
    const [other, phone] = [await world.account(), authenticator()]
    await add(phone, { caller: other })
    expect(await change({ remove_passkeys: true })).toEqual(ok)
    expect(await names()).toEqual([])
    expect(await emailed()).toEqual([{ removed: ['Work laptop', 'Phone'], kept: [] }])
    expect(await stored(other)).toHaveLength(1)
    expect(await signIn(phone)).toMatchObject({ status: 200 })
  })

  test('removes a passkey that is added while the password is being set', async () => {
    const added: unknown[] = []
    const account = await anAccount(async () => added.push(await account.add(account.authenticator())))
    expect(await account.change({ remove_passkeys: true })).toEqual(ok)
    expect(added).toMatchObject([{ status: 200 }])
    expect(await account.names()).toEqual([])
  })

  test('prevents that a session which it ended adds a passkey', async () => {
    const { change, add, authenticator, names } = await anAccount()
    await change({ remove_passkeys: true })
    // The request of the ended session was authenticated before the password changed.
    expect(await add(authenticator())).toMatchObject({
      status: 400,
      body: { error: { code: 'passkey_not_created' } },
    })
    expect(await names()).toEqual([])
  })
})

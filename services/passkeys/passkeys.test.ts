import { describe, expect, test } from 'vitest'
import { deleteAccount, exportAccountData } from '#shared/contract/account.ts'
import { getProfile } from '#shared/contract/identity.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  startAddingPasskey,
  startPasskeySignIn,
} from '#shared/contract/passkeys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { call, callOk, type SignedInUser } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { pool } from '#test/kit/pool.ts'
import { site } from '#test/kit/site.ts'
import { softwareAuthenticator } from '#test/kit/software-authenticator.ts'

const add = async (as: SignedInUser) => {
  const authenticator = softwareAuthenticator(site())
  const response = authenticator.create(await callOk(startAddingPasskey, { as }))
  const { passkey } = await callOk(addPasskey, { as, body: { name: 'Work laptop', response } })
  return { authenticator, passkey }
}

const signIn = async ({ get }: ReturnType<typeof softwareAuthenticator>) =>
  call(signInWithPasskey, { body: { response: get(await callOk(startPasskeySignIn)) } })

describe('a passkey', () => {
  test('signs its user in like an emailed link, is exported, and no longer works once it is removed', async () => {
    const as = await given.user()
    const { authenticator, passkey } = await add(as)
    await inbox.waitFor(as.email, /passkey was added/)

    const options = await callOk(startPasskeySignIn)
    const session = await callOk(signInWithPasskey, { body: { response: authenticator.get(options) } })
    expect(session.email).toBe(as.email)
    expect(await callOk(getProfile, { as: session })).toMatchObject({ user_id: as.userId })
    await callOk(getProfile, { as: await pool.refresh(session.refreshToken) })

    const { passkeys } = await callOk(listPasskeys, { as: session })
    expect(passkeys).toMatchObject([{ id: passkey.id, lastUsedAt: expect.any(String) }])
    const exported = await callOk(exportAccountData, { as: session })
    expect(exported.passkeys).toMatchObject([{ name: 'Work laptop', synced: true }])

    await callOk(removePasskey, { as: session, body: { id: passkey.id } })
    await inbox.waitFor(as.email, /passkey was removed/)
    expect(await signIn(authenticator)).toMatchObject(apiError('passkey_unknown'))
  })

  test('does not sign in to a deleted account', async () => {
    const as = await given.user()
    const { authenticator } = await add(as)
    await callOk(deleteAccount, { as })
    expect(await signIn(authenticator)).toMatchObject(apiError('passkey_unknown'))
  })
})

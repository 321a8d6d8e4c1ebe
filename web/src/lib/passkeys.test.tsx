// @vitest-environment jsdom
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from './call.ts'
import {
  addPasskey,
  confirmWithPasskey,
  passkeyErrorText,
  signInWithPasskey,
  usePasskeySupport,
} from './passkeys.ts'
import { currentSession } from './session-store.ts'
import { fakeServer } from './testing/fake-server.ts'
import { inFreshBrowser } from './testing/show-page.tsx'
import { createToken, signedInAs } from './testing/tokens.ts'

vi.mock('@simplewebauthn/browser')
inFreshBrowser()

const email = 'member@agents.example'
const response = { id: 'credential' }
const options = { challenge: 'c', rpId: 'localhost' }
const tokensOf = (sub: string) => ({ accessToken: createToken({ sub }), refreshToken: 'refresh-2', email })
const replies = (sub: string) => ({
  '/functions/start-passkey-sign-in': { body: options },
  '/functions/sign-in-with-passkey': { body: tokensOf(sub) },
  '/functions/sign-out': { body: { success: true } },
})
const named = (name: string) => Object.assign(new Error('from the browser'), { name })

beforeEach(() => {
  vi.mocked(startAuthentication).mockReset()
  // The tests compare this object only.
  vi.mocked(startAuthentication).mockResolvedValue(response as never)
})

describe('usePasskeySupport', () => {
  test('returns false in a browser without passkeys, and true in one with them', async () => {
    fakeServer({})
    const without = renderHook(() => usePasskeySupport())
    expect(without.result.current).toBeUndefined()
    await waitFor(() => expect(without.result.current).toBe(false))
    vi.stubGlobal('PublicKeyCredential', vi.fn())
    const withPasskeys = renderHook(() => usePasskeySupport())
    await waitFor(() => expect(withPasskeys.result.current).toBe(true))
  })
})

describe('signInWithPasskey', () => {
  test('stores the session with the address of the account', async () => {
    const seen = fakeServer(replies('user-7'))
    await signInWithPasskey(false)
    expect(currentSession()).toMatchObject({ refresh_token: 'refresh-2', user: { id: 'user-7', email } })
    expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: options })
    expect(seen.at(-1)).toMatchObject({ body: { response } })
  })

  test('keeps the earlier session if no passkey was chosen, and ends it otherwise', async () => {
    const seen = fakeServer(replies('user-7'))
    signedInAs({ sub: 'user-1' })
    vi.mocked(startAuthentication).mockRejectedValueOnce(named('NotAllowedError'))
    await expect(signInWithPasskey()).rejects.toThrow('from the browser')
    expect(currentSession()?.user.id).toBe('user-1')
    await signInWithPasskey()
    expect(currentSession()?.user.id).toBe('user-7')
    expect(seen.map(({ path }) => path)).toContain('/functions/sign-out')
  })
})

describe('confirmWithPasskey', () => {
  test('replaces the tokens of the same user, without a sign-out', async () => {
    const seen = fakeServer(replies('user-1'))
    signedInAs({ sub: 'user-1' })
    await confirmWithPasskey()
    expect(currentSession()?.refresh_token).toBe('refresh-2')
    expect(seen.map(({ path }) => path)).not.toContain('/functions/sign-out')
  })

  test('rejects the passkey of another account and keeps the session', async () => {
    fakeServer(replies('somebody-else'))
    const session = signedInAs({ sub: 'user-1' })
    const failure: unknown = await confirmWithPasskey().catch((reason: unknown) => reason)
    expect(passkeyErrorText(failure, 'sign-in')).toContain('belongs to another account')
    expect(currentSession()).toEqual(session)
  })
})

describe('addPasskey', () => {
  test('sends what the browser created, with the name', async () => {
    const seen = fakeServer({
      '/functions/start-adding-passkey': { body: { challenge: 'c' } },
      '/functions/add-passkey': { body: { passkey: {} } },
    })
    signedInAs({ sub: 'user-1' })
    // The test compares this object only.
    vi.mocked(startRegistration).mockResolvedValueOnce(response as never)
    await addPasskey('Work laptop')
    expect(seen.at(-1)).toMatchObject({
      path: '/functions/add-passkey',
      body: { name: 'Work laptop', response },
    })
  })
})

describe('passkeyErrorText', () => {
  test.each([
    ['NotAllowedError', 'sign-in', /No passkey was used\. If this device has no passkey/],
    ['NotAllowedError', 'add', /No passkey was added/],
    ['InvalidStateError', 'add', /already has a passkey/],
    ['SecurityError', 'sign-in', /can’t use passkeys here/],
  ] as const)('explains %s (%s)', (name, purpose, text) => {
    expect(passkeyErrorText(named(name), purpose)).toMatch(text)
  })

  test("returns the server's reason", () => {
    const unknown = new CallError('We don’t recognise this passkey.', {
      code: 'passkey_unknown',
      status: 400,
    })
    expect(passkeyErrorText(unknown, 'sign-in')).toBe('We don’t recognise this passkey.')
  })
})

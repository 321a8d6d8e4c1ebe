// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentSession } from './session-store.ts'
import { signOutEverywhere } from './sign-out.ts'
import { fakeServer, poolAddress } from './testing/fake-server.ts'
import { freshBrowser, signedInAs } from './testing/tokens.ts'

beforeEach(freshBrowser)
afterEach(() => vi.unstubAllGlobals())

const rejected = { status: 401, body: { error: { code: 'unauthorized', message: '' } } }
const failed = { status: 500, body: { error: { code: 'internal', message: 'Something went wrong' } } }

describe('"Sign Out Everywhere"', () => {
  test('succeeds if all sessions are over already', async () => {
    signedInAs()
    fakeServer({
      '/functions/sign-out': rejected,
      [poolAddress]: { status: 400, body: { __type: 'NotAuthorizedException' } },
    })
    const redirect = vi.fn<(path: string) => void>()
    await signOutEverywhere(redirect)
    expect(redirect).toHaveBeenCalledExactlyOnceWith('/')
  })

  test('signs out on this device once the server has ended the sessions', async () => {
    signedInAs()
    const redirect = vi.fn<(path: string) => void>()
    fakeServer({ '/functions/sign-out': 'unreachable' })
    await expect(signOutEverywhere(redirect)).rejects.toThrow('Unknown error occurred')
    expect(currentSession()).not.toBeNull()
    fakeServer({ '/functions/sign-out': { body: { success: true } } })
    await signOutEverywhere(redirect)
    expect(currentSession()).toBeNull()
    expect(redirect).toHaveBeenCalledExactlyOnceWith('/')
  })

  test('succeeds if the server reports an error although it has ended the sessions', async () => {
    const { access_token: token } = signedInAs()
    const seen = fakeServer({ '/functions/sign-out': failed, '/functions/get-profile': rejected })
    const redirect = vi.fn<(path: string) => void>()
    await signOutEverywhere(redirect)
    expect(currentSession()).toBeNull()
    expect(redirect).toHaveBeenCalledExactlyOnceWith('/')
    expect(seen.at(-1)?.headers.get('authorization')).toBe(`Bearer ${token}`)
  })

  test('signs nobody else out if another user has signed in while the session is checked', async () => {
    signedInAs()
    fakeServer({
      '/functions/sign-out': failed,
      '/functions/get-profile': () => {
        signedInAs({ sub: 'user-2' })
        return rejected
      },
    })
    const redirect = vi.fn<(path: string) => void>()
    void signOutEverywhere(redirect)
    await expect.poll(() => currentSession()?.user.id).toBe('user-2')
    await new Promise((after) => setTimeout(after, 50))
    expect(currentSession()?.user.id).toBe('user-2')
    expect(redirect).not.toHaveBeenCalled()
  })

  test('fails without a check of the session if the server rejects the request', async () => {
    signedInAs()
    const limited = { status: 429, body: { error: { code: 'rate_limited', message: 'Too many requests' } } }
    const seen = fakeServer({ '/functions/sign-out': limited, '/functions/get-profile': rejected })
    await expect(signOutEverywhere(vi.fn<() => void>())).rejects.toThrow('Too many requests')
    expect(currentSession()).not.toBeNull()
    expect(seen.map(({ path }) => path)).toEqual(['/functions/sign-out'])
  })

  test.each([{ body: {} }, { status: 500 }, 'unreachable' as const])(
    'fails if the server still accepts the session, or does not say: %j',
    async (profile) => {
      signedInAs()
      fakeServer({ '/functions/sign-out': failed, '/functions/get-profile': profile })
      await expect(signOutEverywhere(vi.fn<() => void>())).rejects.toThrow('Something went wrong')
      expect(currentSession()).not.toBeNull()
    },
  )
})

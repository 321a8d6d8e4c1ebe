// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { handleAuthHash } from './auth-hash.ts'
import { openRecovery } from './recovery.ts'
import { keepRecoveryLink } from './recovery-link.ts'
import { openLinkQuestion } from './link-question.ts'
import { recordServerTime } from './server-time.ts'
import { currentSession, onSessionEvent } from './session-store.ts'
import { fakeServer } from './testing/fake-server.ts'
import { inFreshBrowser } from './testing/show-page.tsx'
import { createToken, signedInAs } from './testing/tokens.ts'

inFreshBrowser(() => keepRecoveryLink(undefined))

const profile = { user_id: 'user-1', email: 'member@agents.example' }

/** Opens a recovery link as the browser does, and returns the result. */
const openLink = (fragment: Record<string, string>, search = '') => {
  window.history.replaceState(
    null,
    '',
    `${paths.resetPassword}${search}#${new URLSearchParams(fragment).toString()}`,
  )
  void handleAuthHash()
  return openRecovery(window.location.search)
}
const link = (accessToken = createToken()) => ({
  access_token: accessToken,
  refresh_token: 'refresh-1',
  type: 'recovery',
})

describe('openRecovery', () => {
  test('creates a session from a valid link, once, and removes the tokens from the address', async () => {
    const seen = fakeServer({ '/functions/get-profile': { body: profile } })
    const events: string[] = []
    const unsubscribe = onSessionEvent((event) => events.push(event))
    expect(await openLink(link(), '?from=admin')).toEqual({ ready: true })
    expect(await openRecovery('?from=admin')).toEqual({ ready: true })
    unsubscribe()
    expect(window.location.href).toMatch(/\/reset-password\?from=admin$/)
    expect(currentSession()?.user.id).toBe('user-1')
    expect(events[0]).toBe('PASSWORD_RECOVERY')
    expect(seen.filter(({ path }) => path === '/functions/get-profile').length).toBeLessThanOrEqual(2)
  })

  const unauthorized = { status: 401, body: { message: 'Unauthorized' } }
  const hourAgo = Math.floor(Date.now() / 1000) - 3600

  test.each([
    [
      'expired',
      link(createToken({ iat: hourAgo, lifeSeconds: 900 })),
      unauthorized,
      'Reset link has expired.',
    ],
    ['rejected', link(), unauthorized, 'Invalid reset link.'],
    ['malformed', link('not-a-token'), unauthorized, 'Invalid reset link.'],
    ['unchecked', link(), { status: 500, body: {} }, 'Unable to validate reset link. Please try again.'],
    ['unreachable', link(), 'unreachable' as const, 'Unable to validate reset link. Please try again.'],
    [
      'without a refresh token',
      { access_token: createToken(), type: 'recovery' },
      unauthorized,
      'Incomplete reset link.',
    ],
    [
      'without an access token',
      { refresh_token: 'r', type: 'recovery' },
      unauthorized,
      'Incomplete reset link.',
    ],
  ])('returns the message for a link that is %s', async (_what, fragment, reply, message) => {
    fakeServer({ '/functions/get-profile': reply })
    const recovery = await openLink(fragment)
    expect(recovery).toMatchObject({ ready: false, message: expect.stringContaining(message) as unknown })
    expect(currentSession()).toBeNull()
  })

  test('does not offer the form when the link belongs to another user and the signed-in user declines', async () => {
    const earlier = signedInAs({ sub: 'somebody-else', email: 'other@agents.example' })
    fakeServer({ '/functions/get-profile': { body: profile } })
    const opened = openLink(link())
    await vi.waitFor(() =>
      expect(openLinkQuestion.get()?.question).toEqual({
        kind: 'switch',
        from: 'other@agents.example',
        to: 'member@agents.example',
      }),
    )
    openLinkQuestion.get()?.answer(false)
    expect(await opened).toMatchObject({ ready: false })
    expect(currentSession()).toEqual(earlier)
  })

  test('reports an expired link as expired on a device whose clock is slow', async () => {
    fakeServer({
      '/functions/get-profile': {
        ...unauthorized,
        headers: { date: new Date(Date.now() + 3600_000).toUTCString() },
      },
    })
    expect(await openLink(link(createToken({ lifeSeconds: 900 })))).toMatchObject({
      message: expect.stringContaining('Reset link has expired.') as unknown,
    })
    recordServerTime(new Response(null, { headers: { date: new Date().toUTCString() } }))
  })

  test('reports an expired link to a user who is signed in, whose account may be another', async () => {
    signedInAs({ sub: 'somebody-else', email: 'other@agents.example' })
    expect(await openRecovery('?error=access_denied&error_code=otp_expired')).toEqual({
      ready: false,
      message: 'Reset link has expired. Please request a new password reset email.',
    })
  })

  test('does not offer the form of a link to a user who has signed in since', async () => {
    fakeServer({ '/functions/get-profile': { body: profile } })
    expect(await openLink(link())).toEqual({ ready: true })
    signedInAs({ sub: 'somebody-else', email: 'other@agents.example' })
    expect(await openRecovery('')).toMatchObject({
      message: expect.stringContaining('No valid reset session found.') as unknown,
    })
  })

  test('accepts an existing session without a link', async () => {
    signedInAs()
    expect(await openRecovery('')).toEqual({ ready: true })
  })

  test('returns the message for a visitor with neither link nor session', async () => {
    expect(await openRecovery('')).toEqual({
      ready: false,
      message: 'No valid reset session found. Please request a new password reset email.',
    })
  })

  test('reports a link that the server rejected as expired', async () => {
    expect(await openRecovery('?error=access_denied&error_code=otp_expired')).toEqual({
      ready: false,
      message: 'Reset link has expired. Please request a new password reset email.',
    })
  })

  test('suggests trying again when the check itself fails', async () => {
    const broken = {
      get: (): string => {
        throw new Error('broken')
      },
    } as Partial<URLSearchParams>
    keepRecoveryLink(Object.assign(new URLSearchParams(), broken))
    expect(await openRecovery('')).toEqual({
      ready: false,
      message: 'Unable to process reset request. Please try again.',
    })
  })
})

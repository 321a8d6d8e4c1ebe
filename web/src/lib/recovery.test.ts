// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { handleAuthHash } from './auth-hash.ts'
import { holdRecovery, openRecovery } from './recovery.ts'
import { currentSession, onSessionEvent } from './session-store.ts'
import { fakeServer } from './testing/fake-server.ts'
import { inFreshBrowser } from './testing/show-page.tsx'
import { aToken, signedInAs } from './testing/tokens.ts'

inFreshBrowser(() => holdRecovery(undefined))

const profile = { user_id: 'user-1', email: 'member@agents.example' }

/** Opens the link as the browser does, and says what comes of it. */
const follow = (fragment: Record<string, string>, search = '') => {
  window.history.replaceState(
    null,
    '',
    `/reset-password${search}#${new URLSearchParams(fragment).toString()}`,
  )
  handleAuthHash()
  return openRecovery(window.location.search)
}
const link = (accessToken = aToken()) => ({
  access_token: accessToken,
  refresh_token: 'refresh-1',
  type: 'recovery',
})

test('makes a session of a good link, once, and takes the tokens out of the address', async () => {
  const seen = fakeServer({ '/functions/get-profile': { body: profile } })
  const events: string[] = []
  const stop = onSessionEvent((event) => events.push(event))
  expect(await follow(link(), '?from=admin')).toEqual({ ready: true })
  expect(await openRecovery('?from=admin')).toEqual({ ready: true })
  stop()
  expect(window.location.href).toMatch(/\/reset-password\?from=admin$/)
  expect(currentSession()?.user.id).toBe('user-1')
  expect(events[0]).toBe('PASSWORD_RECOVERY')
  expect(seen.filter(({ path }) => path === '/functions/get-profile').length).toBeLessThanOrEqual(2)
})

const refused = { status: 401, body: { message: 'Unauthorized' } }
const hourAgo = Math.floor(Date.now() / 1000) - 3600

test.each([
  ['expired', link(aToken({ iat: hourAgo, lifeSeconds: 900 })), refused, 'Reset link has expired.'],
  ['refused', link(), refused, 'Invalid reset link.'],
  ['broken', link('not-a-token'), refused, 'Invalid reset link.'],
  ['unchecked', link(), { status: 500, body: {} }, 'Unable to validate reset link. Please try again.'],
  ['cut off from us', link(), 'unreachable' as const, 'Unable to validate reset link. Please try again.'],
  [
    'without a refresh token',
    { access_token: aToken(), type: 'recovery' },
    refused,
    'Incomplete reset link.',
  ],
  ['without an access token', { refresh_token: 'r', type: 'recovery' }, refused, 'Incomplete reset link.'],
])('says what is wrong with a link that is %s', async (_what, fragment, reply, message) => {
  fakeServer({ '/functions/get-profile': reply })
  const recovery = await follow(fragment)
  expect(recovery).toMatchObject({ ready: false, message: expect.stringContaining(message) as unknown })
  expect(currentSession()).toBeNull()
})

test('takes an existing session where no link led here', async () => {
  signedInAs()
  expect(await openRecovery('')).toEqual({ ready: true })
})

test('asks for a link where there is neither link nor session', async () => {
  expect(await openRecovery('')).toEqual({
    ready: false,
    message: 'No valid reset session found. Please request a new password reset email.',
  })
})

test('says that a link which the server turned away has expired', async () => {
  expect(await openRecovery('?error=access_denied&error_code=otp_expired')).toEqual({
    ready: false,
    message: 'Reset link has expired. Please request a new password reset email.',
  })
})

test('says to try again when even looking fails', async () => {
  const broken = {
    get: (): string => {
      throw new Error('broken')
    },
  } as Partial<URLSearchParams>
  holdRecovery(Object.assign(new URLSearchParams(), broken))
  expect(await openRecovery('')).toEqual({
    ready: false,
    message: 'Unable to process reset request. Please try again.',
  })
})

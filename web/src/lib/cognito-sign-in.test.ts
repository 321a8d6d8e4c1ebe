// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { deferred } from '#test/kit/deferred.ts'
import { signInToPool } from './cognito-sign-in.ts'
import { getNowString } from './sign-in-time.ts'

/** The times that the sign-in library has sent to the user pool. */
const sent: string[] = []
vi.mock('aws-amplify', () => ({ Amplify: { configure: () => undefined } }))
vi.mock('aws-amplify/auth', () => ({
  signIn: async () => {
    sent.push(getNowString())
    return { nextStep: { signInStep: 'DONE' } }
  },
}))
vi.mock('aws-amplify/auth/cognito', () => ({
  cognitoUserPoolsTokenProvider: {
    setKeyValueStorage: () => undefined,
    authTokenStore: { loadTokens: async () => ({ accessToken: 'access', refreshToken: 'refresh' }) },
  },
}))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("the first sign-in waits for the server's time, and sends it to the user pool", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  const config = { stage: 'test', region: 'eu-west-2', userPoolId: 'pool', userPoolClientId: 'client' }
  const { promise: time, resolve: respond } = deferred<Response>()
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'HEAD' ? time : Response.json(config),
  )
  const signIn = signInToPool('nadia@agents.example', 'Lanterns')
  await vi.dynamicImportSettled()
  expect(sent).toEqual([])
  respond(new Response(null, { headers: { date: 'Fri, 20 Nov 2026 11:00:00 GMT' } }))
  expect(await signIn).toMatchObject({ accessToken: 'access', refreshToken: 'refresh' })
  expect(sent).toEqual(['Fri Nov 20 11:00:00 UTC 2026'])
})

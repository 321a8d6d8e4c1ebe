import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Amplify } from 'aws-amplify'
import { confirmSignIn, fetchAuthSession, getCurrentUser, signIn, signOut } from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestCognito, clientId, poolId } from './fixture.ts'

// Runs the real client library against the emulator, so it tests the exact requests of browsers.

const customAuth = {
  DefineAuthChallenge: ({ request }: { request: Record<string, unknown> }) => {
    const [last] = request['session'] as { challengeResult: boolean }[]
    if (!last) return { challengeName: 'CUSTOM_CHALLENGE', issueTokens: false, failAuthentication: false }
    return { issueTokens: last.challengeResult, failAuthentication: !last.challengeResult }
  },
  CreateAuthChallenge: () => ({ publicChallengeParameters: {}, privateChallengeParameters: {} }),
  VerifyAuthChallengeResponse: ({ request }: { request: Record<string, unknown> }) => ({
    answerCorrect: request['challengeAnswer'] === 'right',
  }),
}

let server: ReturnType<typeof createServer>
let emulator: ReturnType<typeof createTestCognito>

/** Serves the unsigned JSON API calls of browsers. */
const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const action = String(request.headers['x-amz-target']).split('.')[1] ?? ''
  const body = (await json(request)) as Record<string, unknown>
  const { status, body: result } = await emulator.cognito.handle(action, body)
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
  response.end(JSON.stringify(result))
}

beforeEach(async () => {
  emulator = createTestCognito({ triggers: customAuth })
  server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const userPoolEndpoint = `http://127.0.0.1:${port}/`
  // Prevents a warning about every endpoint that is not Amazon's.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  Amplify.configure({
    Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint } },
  })
})

afterEach(async () => {
  await signOut()
  await new Promise((closed) => server.close(closed))
})

describe('Amplify client', () => {
  test('signs in with email and password in any case, and refreshes the tokens', async () => {
    const sub = await emulator.signUp('Ann@home.example', 'correct horse')
    expect(await signIn({ username: 'ann@HOME.example', password: 'correct horse' })).toMatchObject({
      isSignedIn: true,
    })
    expect(await getCurrentUser()).toMatchObject({ userId: sub, username: sub })
    const before = (await fetchAuthSession()).tokens
    const after = (await fetchAuthSession({ forceRefresh: true })).tokens
    expect(after?.accessToken.payload['origin_jti']).toBe(before?.accessToken.payload['origin_jti'])
    expect(after?.accessToken.payload['jti']).not.toBe(before?.accessToken.payload['jti'])
  })

  test('returns the same error for a wrong password and an unknown address', async () => {
    await emulator.signUp('ann@home.example', 'correct horse')
    for (const username of ['ann@home.example', 'nobody@home.example'])
      await expect(signIn({ username, password: 'battery staple' })).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'Incorrect username or password.',
      })
  })

  test('revokes other sessions on a global sign-out', async () => {
    await emulator.signUp('ann@home.example', 'correct horse')
    const other = await emulator.signIn('ann@home.example', 'correct horse')
    await signIn({ username: 'ann@home.example', password: 'correct horse' })
    await signOut({ global: true })
    const { RefreshToken } = other['AuthenticationResult'] as Record<string, string>
    expect(await emulator.call('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken })).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    })
  })

  test('signs in with a custom challenge', async () => {
    await emulator.signUp('ann@home.example', 'correct horse')
    const options = { authFlowType: 'CUSTOM_WITHOUT_SRP' as const }
    const { nextStep } = await signIn({ username: 'ann@home.example', options })
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE')
    expect(await confirmSignIn({ challengeResponse: 'right' })).toMatchObject({ isSignedIn: true })
  })
})

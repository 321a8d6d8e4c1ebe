import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Amplify } from 'aws-amplify'
import { confirmSignIn, fetchAuthSession, getCurrentUser, signIn, signOut } from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aCognito, clientId, poolId } from './fixture.ts'

// The real client library against the stand-in: what it computes and sends is what browsers will.

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
let standIn: ReturnType<typeof aCognito>

/** The pool's endpoint, as far as browsers use it: unsigned calls of the JSON API. */
const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const action = String(request.headers['x-amz-target']).split('.')[1] ?? ''
  const body = (await json(request)) as Record<string, unknown>
  const { status, body: answered } = await standIn.cognito.handle(action, body)
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
  response.end(JSON.stringify(answered))
}

beforeEach(async () => {
  standIn = aCognito({ triggers: customAuth })
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const userPoolEndpoint = `http://127.0.0.1:${port}/`
  // Otherwise it warns about every endpoint that is not Amazon's.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  Amplify.configure({
    Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint } },
  })
})

afterEach(async () => {
  await signOut()
  await new Promise((closed) => server.close(closed))
})

test('a member signs in with e-mail and password, in any case, and stays signed in after a refresh', async () => {
  const sub = await standIn.signUp('Ann@home.example', 'correct horse')
  expect(await signIn({ username: 'ann@HOME.example', password: 'correct horse' })).toMatchObject({
    isSignedIn: true,
  })
  expect(await getCurrentUser()).toMatchObject({ userId: sub, username: sub })
  const before = (await fetchAuthSession()).tokens
  const after = (await fetchAuthSession({ forceRefresh: true })).tokens
  expect(after?.accessToken.payload['origin_jti']).toBe(before?.accessToken.payload['origin_jti'])
  expect(after?.accessToken.payload['jti']).not.toBe(before?.accessToken.payload['jti'])
})

test('a wrong password and an address that nobody has get the same refusal', async () => {
  await standIn.signUp('ann@home.example', 'correct horse')
  for (const username of ['ann@home.example', 'nobody@home.example'])
    await expect(signIn({ username, password: 'battery staple' })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    })
})

test('signing out everywhere ends other sign-ins', async () => {
  await standIn.signUp('ann@home.example', 'correct horse')
  const other = await standIn.signIn('ann@home.example', 'correct horse')
  await signIn({ username: 'ann@home.example', password: 'correct horse' })
  await signOut({ global: true })
  const { RefreshToken } = other['AuthenticationResult'] as Record<string, string>
  expect(await standIn.call('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken })).toEqual({
    __type: 'NotAuthorizedException',
    message: 'Refresh Token has been revoked',
  })
})

test('a member signs in by answering a custom challenge', async () => {
  await standIn.signUp('ann@home.example', 'correct horse')
  const options = { authFlowType: 'CUSTOM_WITHOUT_SRP' as const }
  const { nextStep } = await signIn({ username: 'ann@home.example', options })
  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE')
  expect(await confirmSignIn({ challengeResponse: 'right' })).toMatchObject({ isSignedIn: true })
})

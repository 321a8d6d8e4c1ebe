import { expect, test } from 'vitest'
import { aCognito, claimsIn, clientId, tokensIn, type Trigger } from './fixture.ts'

const email = 'ann@home.example'
const password = 'correct horse'

/** Two tries at an answer, as in Cognito's own examples of the three functions. */
const customAuth: Record<string, Trigger> = {
  DefineAuthChallenge: ({ request }) => {
    const session = request['session'] as { challengeResult: boolean }[]
    const passed = session.at(-1)?.challengeResult === true
    const failed = !passed && session.length >= 2
    return { challengeName: 'CUSTOM_CHALLENGE', issueTokens: passed, failAuthentication: failed }
  },
  CreateAuthChallenge: () => ({
    publicChallengeParameters: { hint: 'a colour' },
    privateChallengeParameters: { answer: 'blue' },
    challengeMetadata: 'colour',
  }),
  VerifyAuthChallengeResponse: ({ request }) => {
    const { answer } = request['privateChallengeParameters'] as { answer: string }
    return { answerCorrect: request['challengeAnswer'] === answer }
  },
}

type StandIn = ReturnType<typeof aCognito>
const start = ({ admin }: StandIn, name = email) =>
  admin('InitiateAuth', { ClientId: clientId, AuthFlow: 'CUSTOM_AUTH', AuthParameters: { USERNAME: name } })
const answer = ({ admin }: StandIn, Session: unknown, ANSWER: string, name = email) =>
  admin('RespondToAuthChallenge', {
    ClientId: clientId,
    ChallengeName: 'CUSTOM_CHALLENGE',
    Session,
    ChallengeResponses: { USERNAME: name, ANSWER },
    ClientMetadata: { from: 'test' },
  })

test('custom authentication goes round until the answer is right', async () => {
  const standIn = aCognito({ triggers: customAuth })
  const sub = await standIn.signUp(email, password)
  const first = await start(standIn)
  expect(first).toMatchObject({
    ChallengeName: 'CUSTOM_CHALLENGE',
    ChallengeParameters: { USERNAME: sub, hint: 'a colour' },
  })
  expect(JSON.stringify(first)).not.toContain('blue')
  const second = await answer(standIn, first['Session'], 'green')
  tokensIn(await answer(standIn, second['Session'], 'blue', sub))
  expect(standIn.events.map(({ triggerSource }) => triggerSource.split('_')[0])).toEqual([
    'DefineAuthChallenge',
    'CreateAuthChallenge',
    'VerifyAuthChallengeResponse',
    'DefineAuthChallenge',
    'CreateAuthChallenge',
    'VerifyAuthChallengeResponse',
    'DefineAuthChallenge',
  ])
  expect(standIn.events.at(-1)).toEqual({
    version: '1',
    region: 'eu-west-2',
    userPoolId: 'eu-west-2_TestPool1',
    userName: sub,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId },
    triggerSource: 'DefineAuthChallenge_Authentication',
    request: {
      userAttributes: { sub, email, 'cognito:email_alias': email, 'cognito:user_status': 'CONFIRMED' },
      session: [
        { challengeName: 'CUSTOM_CHALLENGE', challengeResult: false, challengeMetadata: 'colour' },
        { challengeName: 'CUSTOM_CHALLENGE', challengeResult: true, challengeMetadata: 'colour' },
      ],
      clientMetadata: { from: 'test' },
      userNotFound: false,
    },
    response: { challengeName: null, issueTokens: null, failAuthentication: null },
  })
})

test('too many wrong answers, and any answer for an unknown address, end in the same refusal', async () => {
  const standIn = aCognito({ triggers: customAuth })
  await standIn.signUp(email, password)
  const incorrect = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }
  const { Session } = await start(standIn)
  const again = await answer(standIn, Session, 'green')
  expect(await answer(standIn, again['Session'], 'green')).toEqual(incorrect)
  const nobody = 'nobody@home.example'
  const unknown = await start(standIn, nobody)
  expect(unknown).toMatchObject({ ChallengeParameters: { USERNAME: expect.any(String), hint: 'a colour' } })
  expect(standIn.events.at(-1)?.request).toMatchObject({ userNotFound: true, userAttributes: {} })
  expect(await answer(standIn, unknown['Session'], 'blue', nobody)).toEqual(incorrect)
})

test('a session is for one answer, one name and three minutes', async () => {
  const standIn = aCognito({ triggers: customAuth })
  await standIn.signUp(email, password)
  await standIn.signUp('bob@home.example', password)
  const { Session } = await start(standIn)
  tokensIn(await answer(standIn, Session, 'blue'))
  expect(await answer(standIn, Session, 'blue')).toMatchObject({
    message: 'Invalid session for the user, session can only be used once.',
  })
  const other = await start(standIn)
  expect(await answer(standIn, other['Session'], 'blue', 'bob@home.example')).toMatchObject({
    message: 'Invalid session for the user.',
  })
  const late = await start(standIn)
  standIn.passTime(180_000)
  expect(await answer(standIn, late['Session'], 'blue')).toMatchObject({
    message: 'Invalid session for the user, session is expired.',
  })
})

test('a function that answers nonsense is told apart from one that fails', async () => {
  const nonsense = aCognito({ triggers: { ...customAuth, DefineAuthChallenge: () => ({}) } })
  await nonsense.signUp(email, password)
  expect(await start(nonsense)).toEqual({
    __type: 'InvalidLambdaResponseException',
    message: 'Unrecognizable lambda output',
  })
  const failing = aCognito({
    triggers: {
      ...customAuth,
      DefineAuthChallenge: () => {
        throw new Error('Out of order')
      },
    },
  })
  expect(await start(failing)).toEqual({
    __type: 'UserLambdaValidationException',
    message: 'DefineAuthChallenge failed with error Out of order.',
  })
})

test('pre token generation may refuse, by its own words, and knows a refresh from a sign-in', async () => {
  let closed = true
  const standIn = aCognito({
    triggers: {
      PreTokenGeneration: () => {
        if (closed) throw new Error('Email not confirmed')
        return { claimsOverrideDetails: { claimsToAddOrOverride: { plan: 'basic' } } }
      },
    },
  })
  await standIn.signUp(email, password)
  expect(await standIn.signIn(email, password)).toEqual({
    __type: 'UserLambdaValidationException',
    message: 'PreTokenGeneration failed with error Email not confirmed.',
  })
  closed = false
  const { idToken, accessToken, refreshToken } = tokensIn(await standIn.signIn(email, password))
  expect(claimsIn(idToken)).toMatchObject({ plan: 'basic' })
  expect(claimsIn(accessToken)).not.toHaveProperty('plan')
  await standIn.call('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken: refreshToken })
  expect(standIn.events.map(({ triggerSource }) => triggerSource)).toEqual([
    'TokenGeneration_Authentication',
    'TokenGeneration_Authentication',
    'TokenGeneration_RefreshTokens',
  ])
})

test('the functions before and after authentication run around it', async () => {
  const { events, signUp, signIn } = aCognito({
    triggers: { PreAuthentication: () => ({}), PostAuthentication: () => ({}) },
  })
  await signUp(email, password)
  await signIn(email, 'wrong one')
  await signIn(email, password)
  expect(events.map(({ triggerSource }) => triggerSource)).toEqual([
    'PreAuthentication_Authentication',
    'PreAuthentication_Authentication',
    'PostAuthentication_Authentication',
  ])
})

test('a trigger that is not known is refused by name when the pool is made', () => {
  expect(() => aCognito({ triggers: { PreSignUp: () => ({}) } })).toThrow('PreSignUp')
})

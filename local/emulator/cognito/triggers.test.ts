import { describe, expect, test } from 'vitest'
import { createTestCognito, claimsIn, clientId, tokensIn, type Trigger } from './fixture.ts'
import { TriggerTimeout } from './types.ts'

const email = 'ann@home.example'
const password = 'correct horse'

/** Allows two attempts, as in Cognito's own examples of the three functions. */
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

type TestCognito = ReturnType<typeof createTestCognito>
const start = ({ admin }: TestCognito, name = email) =>
  admin('InitiateAuth', { ClientId: clientId, AuthFlow: 'CUSTOM_AUTH', AuthParameters: { USERNAME: name } })
const respond = ({ admin }: TestCognito, Session: unknown, ANSWER: string, name = email) =>
  admin('RespondToAuthChallenge', {
    ClientId: clientId,
    ChallengeName: 'CUSTOM_CHALLENGE',
    Session,
    ChallengeResponses: { USERNAME: name, ANSWER },
    ClientMetadata: { from: 'test' },
  })

describe('user pool triggers', () => {
  test('repeats custom challenges until the response is right', async () => {
    const emulator = createTestCognito({ triggers: customAuth })
    const sub = await emulator.signUp(email, password)
    const first = await start(emulator)
    expect(first).toMatchObject({
      ChallengeName: 'CUSTOM_CHALLENGE',
      ChallengeParameters: { USERNAME: sub, hint: 'a colour' },
    })
    expect(JSON.stringify(first)).not.toContain('blue')
    const second = await respond(emulator, first['Session'], 'green')
    tokensIn(await respond(emulator, second['Session'], 'blue', sub))
    expect(emulator.events.map(({ triggerSource }) => triggerSource.split('_')[0])).toEqual([
      'DefineAuthChallenge',
      'CreateAuthChallenge',
      'VerifyAuthChallengeResponse',
      'DefineAuthChallenge',
      'CreateAuthChallenge',
      'VerifyAuthChallengeResponse',
      'DefineAuthChallenge',
    ])
    expect(emulator.events.at(-1)).toEqual({
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

  test('calls a trigger that times out up to three times, with the same event', async () => {
    let timeouts = 2
    const VerifyAuthChallengeResponse: Trigger = () => {
      timeouts -= 1
      if (timeouts >= 0) throw new TriggerTimeout('Task timed out')
      return { answerCorrect: true }
    }
    const emulator = createTestCognito({ triggers: { ...customAuth, VerifyAuthChallengeResponse } })
    await emulator.signUp(email, password)
    const { Session: first } = await start(emulator)
    tokensIn(await respond(emulator, first, 'blue'))
    const verified = emulator.events.filter(({ triggerSource }) => triggerSource.startsWith('Verify'))
    expect(verified).toHaveLength(3)
    expect(verified).toEqual([verified[0], verified[0], verified[0]])
    timeouts = 3
    const { Session: second } = await start(emulator)
    expect(await respond(emulator, second, 'blue')).toMatchObject({ __type: 'UserLambdaValidationException' })
  })

  test('returns the same error for too many wrong responses and for an unknown address', async () => {
    const emulator = createTestCognito({ triggers: customAuth })
    await emulator.signUp(email, password)
    const incorrect = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }
    const { Session } = await start(emulator)
    const again = await respond(emulator, Session, 'green')
    expect(await respond(emulator, again['Session'], 'green')).toEqual(incorrect)
    const nobody = 'nobody@home.example'
    const unknown = await start(emulator, nobody)
    expect(unknown).toMatchObject({ ChallengeParameters: { USERNAME: expect.any(String), hint: 'a colour' } })
    expect(emulator.events.at(-1)?.request).toMatchObject({ userNotFound: true, userAttributes: {} })
    expect(await respond(emulator, unknown['Session'], 'blue', nobody)).toEqual(incorrect)
  })

  test('accepts a session once, for one name, within three minutes', async () => {
    const emulator = createTestCognito({ triggers: customAuth })
    await emulator.signUp(email, password)
    await emulator.signUp('bob@home.example', password)
    const { Session } = await start(emulator)
    tokensIn(await respond(emulator, Session, 'blue'))
    expect(await respond(emulator, Session, 'blue')).toMatchObject({
      message: 'Invalid session for the user, session can only be used once.',
    })
    const other = await start(emulator)
    expect(await respond(emulator, other['Session'], 'blue', 'bob@home.example')).toMatchObject({
      message: 'Invalid session for the user.',
    })
    const late = await start(emulator)
    emulator.advanceClock(180_000)
    expect(await respond(emulator, late['Session'], 'blue')).toMatchObject({
      message: 'Invalid session for the user, session is expired.',
    })
  })

  test('calls the start with SRP_A passed, as Cognito does before it has checked a password', async () => {
    const emulator = createTestCognito({ triggers: customAuth })
    await emulator.signUp(email, password)
    const startWith = (CHALLENGE_NAME: string) =>
      emulator.admin('InitiateAuth', {
        ClientId: clientId,
        AuthFlow: 'CUSTOM_AUTH',
        AuthParameters: { USERNAME: email, CHALLENGE_NAME, SRP_A: 'ab12' },
      })
    tokensIn(await startWith('SRP_A'))
    expect(emulator.events.map(({ request }) => request['session'])).toEqual([
      [{ challengeName: 'SRP_A', challengeResult: true, challengeMetadata: null }],
    ])
    expect(await startWith('OTHER')).toMatchObject({ message: expect.stringContaining('OTHER') })
  })

  test('distinguishes an invalid trigger response from a failing trigger', async () => {
    const nonsense = createTestCognito({ triggers: { ...customAuth, DefineAuthChallenge: () => ({}) } })
    await nonsense.signUp(email, password)
    expect(await start(nonsense)).toEqual({
      __type: 'InvalidLambdaResponseException',
      message: 'Unrecognizable lambda output',
    })
    const failing = createTestCognito({
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

  test('returns a rejection by pre token generation, which can distinguish sign-in from refresh', async () => {
    let closed = true
    const emulator = createTestCognito({
      triggers: {
        PreTokenGeneration: () => {
          if (closed) throw new Error('Email not confirmed')
          return { claimsOverrideDetails: { claimsToAddOrOverride: { plan: 'basic' } } }
        },
      },
    })
    await emulator.signUp(email, password)
    expect(await emulator.signIn(email, password)).toEqual({
      __type: 'UserLambdaValidationException',
      message: 'PreTokenGeneration failed with error Email not confirmed.',
    })
    closed = false
    const { idToken, accessToken, refreshToken } = tokensIn(await emulator.signIn(email, password))
    expect(claimsIn(idToken)).toMatchObject({ plan: 'basic' })
    expect(claimsIn(accessToken)).not.toHaveProperty('plan')
    await emulator.call('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken: refreshToken })
    expect(emulator.events.map(({ triggerSource }) => triggerSource)).toEqual([
      'TokenGeneration_Authentication',
      'TokenGeneration_Authentication',
      'TokenGeneration_RefreshTokens',
    ])
  })

  test('runs the triggers before and after authentication', async () => {
    const { events, signUp, signIn } = createTestCognito({
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

  test('rejects an unsupported trigger with its name when the pool is created', () => {
    expect(() => createTestCognito({ triggers: { PreSignUp: () => ({}) } })).toThrow('PreSignUp')
  })
})

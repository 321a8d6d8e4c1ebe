import type { DefineAuthChallengeTriggerEvent } from 'aws-lambda'
import { describe, expect, test } from 'vitest'
import { handler } from './handler.ts'

type Result = DefineAuthChallengeTriggerEvent['request']['session'][number]

/** Returns the decision after these results of a sign-in attempt. */
const decisionAfter = async (...session: Result[]) => {
  const { response } = await handler({
    version: '1',
    region: 'eu-west-2',
    userPoolId: 'pool',
    userName: 'ana',
    callerContext: { awsSdkVersion: 'test', clientId: 'client' },
    triggerSource: 'DefineAuthChallenge_Authentication',
    request: { userAttributes: { sub: 'ana' }, session },
    response: { challengeName: '', issueTokens: false, failAuthentication: false },
  })
  return response
}

const custom = (challengeResult: boolean): Result => ({
  challengeName: 'CUSTOM_CHALLENGE',
  challengeResult,
  challengeMetadata: 'link',
})
const other = (challengeName: 'SRP_A' | 'PASSWORD_VERIFIER' | 'DEVICE_SRP_AUTH'): Result => ({
  challengeName,
  challengeResult: true,
})

const fails = { issueTokens: false, failAuthentication: true }

describe('define-auth-challenge', () => {
  test('starts with the challenge', async () => {
    expect(await decisionAfter()).toEqual({
      challengeName: 'CUSTOM_CHALLENGE',
      issueTokens: false,
      failAuthentication: false,
    })
  })

  test('issues tokens after a right answer', async () => {
    expect(await decisionAfter(custom(true))).toMatchObject({ issueTokens: true, failAuthentication: false })
  })

  test('ends the attempt after a wrong answer, and after a second one', async () => {
    expect(await decisionAfter(custom(false))).toMatchObject(fails)
    expect(await decisionAfter(custom(false), custom(true))).toMatchObject(fails)
    expect(await decisionAfter(custom(true), custom(true))).toMatchObject(fails)
  })

  test.each(['SRP_A', 'PASSWORD_VERIFIER', 'DEVICE_SRP_AUTH'] as const)(
    'issues no tokens after %s, which the caller chooses to start with',
    async (name) => {
      expect(await decisionAfter(other(name))).toMatchObject(fails)
      expect(await decisionAfter(other(name), custom(true))).toMatchObject(fails)
    },
  )
})

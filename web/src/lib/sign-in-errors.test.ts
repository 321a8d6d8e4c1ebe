// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signIn } from './sign-in.ts'
import { currentSession } from './session-store.ts'
import { fakeServer } from './testing/fake-server.ts'
import { freshBrowser } from './testing/tokens.ts'

beforeEach(freshBrowser)
afterEach(() => vi.unstubAllGlobals())

describe('a sign-in that the user pool rejects', () => {
  test.each([
    ['NotAuthorizedException', 'Incorrect username or password.', 'Invalid login credentials'],
    ['UserNotFoundException', 'User does not exist.', 'Invalid login credentials'],
    [
      'UserLambdaValidationException',
      'PreAuthentication failed with error Email not confirmed.',
      'Email not confirmed',
    ],
    ['UserNotConfirmedException', 'User is not confirmed.', 'Email not confirmed'],
    ['TooManyRequestsException', 'Slow down', 'Rate limit exceeded. Please wait a minute and try again.'],
    [
      'NotAuthorizedException',
      'Password attempts exceeded',
      'Rate limit exceeded. Please wait a minute and try again.',
    ],
    [
      'InvalidParameterException',
      "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must have length less than or equal to 128",
      'Invalid login credentials',
    ],
    ['NetworkError', 'A network error has occurred.', 'Unknown error occurred'],
    [
      'UserLambdaValidationException',
      'PreTokenGeneration failed with error Invalid login credentials.',
      'Invalid login credentials',
    ],
    [
      'UserLambdaValidationException',
      'PreTokenGeneration failed with error The table is down.',
      'Unable to sign in. Please try again.',
    ],
    [
      'UnexpectedLambdaException',
      'PreTokenGeneration invocation failed due to error TooManyRequestsException.',
      'Unable to sign in. Please try again.',
    ],
    ['InternalErrorException', 'Internal details', 'Unable to sign in. Please try again.'],
    ['SomethingElse', 'Shown as it is', 'Shown as it is'],
  ])('translates %s (%s) to: %s', async (name, message, shown) => {
    fakeServer({})
    const authenticate = async () => {
      throw Object.assign(new Error(message), { name })
    }
    await expect(signIn('member@agents.example', 'wrong', { authenticate })).rejects.toThrow(shown)
    expect(currentSession()).toBeNull()
  })
})

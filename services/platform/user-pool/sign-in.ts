import {
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  NotAuthorizedException,
  UserLambdaValidationException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { env } from '../env.ts'
import { pool, userPoolClient } from './client.ts'
import { passkeyAnswer } from './passkey-answer.ts'
import { unconfirmedMessage } from './unconfirmed.ts'

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresInSeconds: number
}

/**
 * Signs a user in with the token of an emailed link, through Cognito custom authentication. Our Cognito triggers
 * check and consume the token. Returns `undefined` if it is used, expired or belongs to another user.
 */
export const signInByLink = (userId: string, token: string): Promise<Tokens | undefined> =>
  signInWithAnswer(userId, token)

/**
 * Signs a user in whose passkey has been verified, through the same triggers. Returns `undefined` if the grant is used
 * or expired, and if the user is disabled in the pool.
 */
export const signInByPasskey = (userId: string, grant: string): Promise<Tokens | undefined> =>
  signInWithAnswer(userId, `${passkeyAnswer}${grant}`)

const signInWithAnswer = async (userId: string, answer: string): Promise<Tokens | undefined> => {
  const app = { ...pool(), ClientId: env('USER_POOL_CLIENT_ID') }
  try {
    const { Session } = await userPoolClient().send(
      new AdminInitiateAuthCommand({
        ...app,
        AuthFlow: 'CUSTOM_AUTH',
        AuthParameters: { USERNAME: userId },
      }),
    )
    const { AuthenticationResult } = await userPoolClient().send(
      new AdminRespondToAuthChallengeCommand({
        ...app,
        ChallengeName: 'CUSTOM_CHALLENGE',
        Session,
        ChallengeResponses: { USERNAME: userId, ANSWER: answer },
      }),
    )
    const { AccessToken, RefreshToken, ExpiresIn } = AuthenticationResult ?? {}
    if (AccessToken === undefined || RefreshToken === undefined || ExpiresIn === undefined) return undefined
    return { accessToken: AccessToken, refreshToken: RefreshToken, expiresInSeconds: ExpiresIn }
  } catch (error) {
    if (error instanceof NotAuthorizedException) return undefined
    throw error
  }
}

/**
 * Checks a password by signing in with it and discarding the tokens, because Cognito does not reveal passwords.
 * Returns false for a wrong password, and when Cognito has locked the account after too many attempts.
 */
export const isCurrentPassword = async (userId: string, password: string): Promise<boolean> => {
  try {
    await userPoolClient().send(
      new AdminInitiateAuthCommand({
        ...pool(),
        ClientId: env('USER_POOL_CLIENT_ID'),
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: userId, PASSWORD: password },
      }),
    )
    return true
  } catch (error) {
    if (error instanceof NotAuthorizedException) return false
    throw error
  }
}

/**
 * Checks the password of a pending sign-up. The pool checks the password first; then our trigger rejects the sign-in,
 * because the address is not confirmed. Returns false for a wrong password, for a locked user and for no user.
 */
export const isPendingPassword = async (userId: string, password: string): Promise<boolean> => {
  try {
    await isCurrentPassword(userId, password)
    return false
  } catch (error) {
    if (error instanceof UserLambdaValidationException) return error.message.includes(unconfirmedMessage)
    if (error instanceof UserNotFoundException) return false
    throw error
  }
}

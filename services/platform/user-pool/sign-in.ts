import {
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  NotAuthorizedException,
} from '@aws-sdk/client-cognito-identity-provider'
import { env } from '../env.ts'
import { pool, userPoolClient } from './client.ts'

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresInSeconds: number
}

/**
 * Signs a person in by the token of their link. The pool asks our own triggers, which use the token up;
 * `undefined` when they refuse it, because it was used, ran out or belongs to somebody else.
 */
export const signInByLink = async (userId: string, token: string): Promise<Tokens | undefined> => {
  const app = { ...pool(), ClientId: env('USER_POOL_CLIENT_ID') }
  try {
    const { Session } = await userPoolClient.send(
      new AdminInitiateAuthCommand({
        ...app,
        AuthFlow: 'CUSTOM_AUTH',
        AuthParameters: { USERNAME: userId },
      }),
    )
    const { AuthenticationResult } = await userPoolClient.send(
      new AdminRespondToAuthChallengeCommand({
        ...app,
        ChallengeName: 'CUSTOM_CHALLENGE',
        Session,
        ChallengeResponses: { USERNAME: userId, ANSWER: token },
      }),
    )
    const { AccessToken, RefreshToken, ExpiresIn } = AuthenticationResult ?? {}
    if (AccessToken === undefined || RefreshToken === undefined || ExpiresIn === undefined) return undefined
    return { accessToken: AccessToken, refreshToken: RefreshToken, expiresInSeconds: ExpiresIn }
  } catch (fault) {
    if (fault instanceof NotAuthorizedException) return undefined
    throw fault
  }
}

/**
 * Whether this is the person's password at present. The pool keeps passwords to itself, so it is tried; what
 * a right one brings is thrown away. No, when the pool lets nobody try any more.
 */
export const isPasswordOf = async (userId: string, password: string): Promise<boolean> => {
  try {
    await userPoolClient.send(
      new AdminInitiateAuthCommand({
        ...pool(),
        ClientId: env('USER_POOL_CLIENT_ID'),
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: userId, PASSWORD: password },
      }),
    )
    return true
  } catch (fault) {
    if (fault instanceof NotAuthorizedException) return false
    throw fault
  }
}

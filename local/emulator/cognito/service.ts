import type { CognitoEmulator } from './types.ts'
import { AwsError } from '../protocol/aws-error.ts'
import { failJson, parseJsonBody, targetAction } from '../protocol/json-protocol.ts'
import type { Service } from '../protocol/service.ts'

/**
 * Calls without role checks: they carry a password, a session or an access token, and browsers send them
 * unsigned.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flows-public-server-side.html
 */
const publicActions: ReadonlySet<string> = new Set([
  'AssociateSoftwareToken',
  'ChangePassword',
  'ConfirmForgotPassword',
  'ConfirmSignUp',
  'DeleteUser',
  'DeleteUserAttributes',
  'ForgotPassword',
  'GetTokensFromRefreshToken',
  'GetUser',
  'GetUserAttributeVerificationCode',
  'GlobalSignOut',
  'InitiateAuth',
  'ResendConfirmationCode',
  'RespondToAuthChallenge',
  'RevokeToken',
  'SignUp',
  'UpdateUserAttributes',
  'VerifySoftwareToken',
  'VerifyUserAttribute',
])

/** Creates Cognito's JSON API. Checks the role and forwards the call to the user pools. */
export const createCognitoService = (options: {
  cognito: CognitoEmulator
  region: string
  accountId: string
}): Service => ({
  name: 'cognito',
  action: (call) => targetAction(call.request),
  run: async (action, call) => {
    const body = parseJsonBody(call.body)
    if (!publicActions.has(action)) {
      if (!call.signer) throw new AwsError('MissingAuthenticationToken', 400, 'Missing Authentication Token')
      const pool = typeof body['UserPoolId'] === 'string' ? body['UserPoolId'] : ''
      const resource = `arn:aws:cognito-idp:${options.region}:${options.accountId}:userpool/${pool}`
      call.authorize([{ service: 'cognito-idp', action, resource }])
    }
    const reply = await options.cognito.handle(action, body)
    const type = (reply.body as { __type?: unknown }).__type
    return {
      status: reply.status,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        ...(typeof type === 'string' ? { 'x-amzn-errortype': type } : {}),
      },
      body: JSON.stringify(reply.body),
    }
  },
  fail: (error) => failJson(error, '', 'application/x-amz-json-1.1'),
})

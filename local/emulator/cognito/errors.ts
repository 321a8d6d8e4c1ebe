/** An error response of Cognito's JSON API. `type` is the exception name that SDKs expose. */
export class CognitoError extends Error {
  readonly type: string
  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

export const notAuthorised = (message: string) => new CognitoError('NotAuthorizedException', message)
export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message)
export const notFound = (message: string) => new CognitoError('ResourceNotFoundException', message)
export const userNotFound = () => new CognitoError('UserNotFoundException', 'User does not exist.')
export const wrongPassword = () => notAuthorised('Incorrect username or password.')

/** Creates the error for a Cognito feature that the emulator does not support. */
export const unsupported = (what: string) =>
  new CognitoError('NotImplementedException', `The local Cognito does not support ${what}.`)

/** An answer of Cognito's JSON API other than success; `type` is the exception name that SDKs see. */
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

/** For what Cognito can do and this stand-in cannot: it says so rather than answer wrongly. */
export const unsupported = (what: string) =>
  new CognitoError('NotImplementedException', `The local Cognito does not support ${what}.`)

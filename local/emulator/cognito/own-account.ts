import * as z from 'zod'
import { action, attributeList, ignoredContext, textMap, type Action } from './action.ts'
import { deleteUser, signOutEverywhere } from './admin-users.ts'
import { changedAttributes, listAttributes, readAttributes } from './attributes.ts'
import { CognitoError, notAuthorised, unsupported, userNotFound, wrongPassword } from './errors.ts'
import { setPassword } from './passwords.ts'
import type { Pool } from './pools.ts'
import type { User } from './user.ts'
import type { SignIn } from './sign-ins.ts'
import { passwordMatches } from './srp.ts'
import { InvalidToken } from './tokens.ts'
import type { CognitoContext } from './context.ts'

const WithToken = z.strictObject({ AccessToken: z.string() })
const Change = z.strictObject({
  AccessToken: z.string(),
  PreviousPassword: z.string(),
  ProposedPassword: z.string(),
})
const Update = z.strictObject({
  AccessToken: z.string(),
  UserAttributes: attributeList,
  ClientMetadata: textMap.optional(),
})
const SignUp = z.looseObject({ ClientId: z.string(), ...ignoredContext })

interface Bearer {
  readonly pool: Pool
  readonly user: User
  readonly signIn: SignIn
}

/**
 * Returns the sign-in and user of an access token. Unlike gateways, Cognito's own calls also reject revoked
 * tokens.
 */
const loadBearer = (context: CognitoContext, token: string): Bearer => {
  const claimed = /"iss":"[^"]*\/([^"/]+)"/.exec(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
  )
  try {
    const claims = context.tokens.verify(claimed?.[1] ?? '', token)
    const signIn = context.signIns.byOriginJti(claims['origin_jti'])
    if (claims['token_use'] !== 'access' || !signIn) throw notAuthorised('Invalid Access Token')
    if (signIn.revoked) throw notAuthorised('Access Token has been revoked')
    const pool = context.pools.get(signIn.poolId)
    const user = pool.users.get(signIn.userId)
    if (!user) throw userNotFound()
    if (!user.enabled) throw notAuthorised('User is disabled.')
    return { pool, user, signIn }
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error
    throw notAuthorised(error.reason === 'expired' ? 'Access Token has expired' : 'Invalid Access Token')
  }
}

const changePassword = (context: CognitoContext, body: z.output<typeof Change>): object => {
  const { pool, user } = loadBearer(context, body.AccessToken)
  if (context.lockout.locked(user.id))
    throw new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
  if (!passwordMatches(user.credential, pool.definition.id, user.id, body.PreviousPassword)) {
    context.lockout.failed(user.id)
    throw wrongPassword()
  }
  setPassword(context, pool, user, body.ProposedPassword, 'CONFIRMED')
  return {}
}

/** Rejects attributes that the app client may not write, and the flags that only Cognito sets. */
const updateAttributes = (context: CognitoContext, body: z.output<typeof Update>): object => {
  const { pool, user, signIn } = loadBearer(context, body.AccessToken)
  const writable = new Set(context.pools.client(signIn.clientId).writeAttributes)
  const changes = readAttributes(body.UserAttributes)
  for (const name of Object.keys(changes)) {
    if (!writable.has(name) || name.endsWith('_verified'))
      throw notAuthorised('A client attempted to write unauthorized attribute')
    if (name === 'email' || name === 'phone_number')
      throw unsupported(`verification codes, which changing the attribute ${name} would send`)
  }
  user.attributes = changedAttributes(pool, user, changes)
  user.modifiedAt = context.clock.now()
  return { CodeDeliveryDetailsList: [] }
}

/** Returns the actions of signed-in users on their own account, with an access token instead of a signature. */
export const ownAccountActions = (context: CognitoContext): Readonly<Record<string, Action>> => {
  const withToken = (run: (bearer: Bearer) => object | void): Action =>
    action(WithToken, ({ AccessToken }) => run(loadBearer(context, AccessToken)) ?? {})
  return {
    GetUser: withToken(({ user }) => ({ Username: user.id, UserAttributes: listAttributes(user) })),
    GlobalSignOut: withToken(({ pool, user }) => signOutEverywhere(context, pool, user)),
    DeleteUser: withToken(({ pool, user }) => deleteUser(context, pool, user)),
    ChangePassword: action(Change, (body) => changePassword(context, body)),
    UpdateUserAttributes: action(Update, (body) => updateAttributes(context, body)),
    SignUp: action(SignUp, ({ ClientId }) => {
      const pool = context.pools.get(context.pools.client(ClientId).userPoolId)
      if (!pool.definition.selfSignUp) throw notAuthorised('SignUp is not permitted for this user pool')
      throw unsupported('SignUp in a pool that permits it')
    }),
  }
}

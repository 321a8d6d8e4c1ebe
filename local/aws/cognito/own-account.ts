import * as z from 'zod'
import { action, attributeList, ignoredContext, textMap, type Action } from './action.ts'
import { deleteUser, signOutEverywhere } from './admin-users.ts'
import { changedAttributes, listAttributes, readAttributes } from './attributes.ts'
import { CognitoError, notAuthorised, unsupported, userNotFound, wrongPassword } from './errors.ts'
import { setPassword } from './passwords.ts'
import type { Pool, User } from './pools.ts'
import type { SignIn } from './sign-ins.ts'
import { passwordMatches } from './srp.ts'
import { TokenRefused } from './tokens.ts'
import type { World } from './world.ts'

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

/** Whose access token it is. Unlike gateways, Cognito's own calls also refuse revoked tokens. */
const bearerOf = (world: World, token: string): Bearer => {
  const claimed = /"iss":"[^"]*\/([^"/]+)"/.exec(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
  )
  try {
    const claims = world.tokens.verify(claimed?.[1] ?? '', token)
    const signIn = world.signIns.byOriginJti(claims['origin_jti'])
    if (claims['token_use'] !== 'access' || !signIn) throw notAuthorised('Invalid Access Token')
    if (signIn.revoked) throw notAuthorised('Access Token has been revoked')
    const pool = world.pools.get(signIn.poolId)
    const user = pool.users.get(signIn.userId)
    if (!user) throw userNotFound()
    if (!user.enabled) throw notAuthorised('User is disabled.')
    return { pool, user, signIn }
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error
    throw notAuthorised(error.reason === 'expired' ? 'Access Token has expired' : 'Invalid Access Token')
  }
}

const changePassword = (world: World, body: z.output<typeof Change>): object => {
  const { pool, user } = bearerOf(world, body.AccessToken)
  if (world.lockout.locked(user.id))
    throw new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
  if (!passwordMatches(user.credential, pool.definition.id, user.id, body.PreviousPassword)) {
    world.lockout.failed(user.id)
    throw wrongPassword()
  }
  setPassword(world, pool, user, body.ProposedPassword, 'CONFIRMED')
  return {}
}

/** Users may write only what their app client may write, and never the flags that Cognito keeps itself. */
const updateAttributes = (world: World, body: z.output<typeof Update>): object => {
  const { pool, user, signIn } = bearerOf(world, body.AccessToken)
  const writable = new Set(world.pools.client(signIn.clientId).writeAttributes)
  const changes = readAttributes(body.UserAttributes)
  for (const name of Object.keys(changes)) {
    if (!writable.has(name) || name.endsWith('_verified'))
      throw notAuthorised('A client attempted to write unauthorized attribute')
    if (name === 'email' || name === 'phone_number')
      throw unsupported(`verification codes, which changing the attribute ${name} would send`)
  }
  user.attributes = changedAttributes(pool, user, changes)
  user.modifiedAt = world.clock.now()
  return { CodeDeliveryDetailsList: [] }
}

/** What people do with their own account, with an access token instead of a signature. */
export const ownAccountActions = (world: World): Readonly<Record<string, Action>> => {
  const withToken = (run: (bearer: Bearer) => object | void): Action =>
    action(WithToken, ({ AccessToken }) => run(bearerOf(world, AccessToken)) ?? {})
  return {
    GetUser: withToken(({ user }) => ({ Username: user.id, UserAttributes: listAttributes(user) })),
    GlobalSignOut: withToken(({ pool, user }) => signOutEverywhere(world, pool, user)),
    DeleteUser: withToken(({ pool, user }) => deleteUser(world, pool, user)),
    ChangePassword: action(Change, (body) => changePassword(world, body)),
    UpdateUserAttributes: action(Update, (body) => updateAttributes(world, body)),
    SignUp: action(SignUp, ({ ClientId }) => {
      const pool = world.pools.get(world.pools.client(ClientId).userPoolId)
      if (!pool.definition.selfSignUp) throw notAuthorised('SignUp is not permitted for this user pool')
      throw unsupported('SignUp in a pool that permits it')
    }),
  }
}

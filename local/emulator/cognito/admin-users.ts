import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { action, attributeList, onUser, textMap, type Action } from './action.ts'
import { changedAttributes, listAttributes, readAttributes } from './attributes.ts'
import { CognitoError, invalidParameter, unsupported } from './errors.ts'
import { checkPassword, setPassword } from './passwords.ts'
import { findUser, loadUser, type Pool } from './pools.ts'
import type { User } from './user.ts'
import { createCredential } from './srp.ts'
import type { CognitoContext } from './context.ts'

const OnUser = z.strictObject(onUser)
const Create = z.strictObject({
  ...onUser,
  UserAttributes: attributeList.default([]),
  TemporaryPassword: z.string().optional(),
  MessageAction: z.string().optional(),
  DesiredDeliveryMediums: z.array(z.enum(['EMAIL', 'SMS'])).optional(),
})
const SetPassword = z.strictObject({
  ...onUser,
  Password: z.string(),
  Permanent: z.boolean().default(false),
})
const Update = z.strictObject({
  ...onUser,
  UserAttributes: attributeList,
  ClientMetadata: textMap.optional(),
})

const epochSeconds = (time: Date): number => time.getTime() / 1000

/** Describes a user without its attributes, which different calls return under different names. */
const describe = (user: User) => ({
  Username: user.id,
  UserCreateDate: epochSeconds(user.createdAt),
  UserLastModifiedDate: epochSeconds(user.modifiedAt),
  Enabled: user.enabled,
  UserStatus: user.status,
})

/** Describes a user as the API's `UserType`. */
export const userType = (user: User) => ({ ...describe(user), Attributes: listAttributes(user) })

const create = (context: CognitoContext, pool: Pool, body: z.output<typeof Create>): object => {
  if (body.MessageAction !== 'SUPPRESS') throw unsupported('invitations: MessageAction must be SUPPRESS')
  const attributes = { email: body.Username, ...readAttributes(body.UserAttributes) }
  if (!body.Username.includes('@')) throw invalidParameter('Username should be an email.')
  if (attributes.email.toLowerCase() !== body.Username.toLowerCase())
    throw invalidParameter('The email attribute must be the same as the username')
  if (findUser(pool, body.Username))
    throw new CognitoError('UsernameExistsException', 'User account already exists')
  if (body.TemporaryPassword !== undefined) checkPassword(pool, body.TemporaryPassword)
  const id = randomUUID()
  // Without a temporary password, Cognito generates one. With the message suppressed, it is never disclosed.
  const password = body.TemporaryPassword ?? randomBytes(24).toString('base64')
  const now = context.clock.now()
  const user: User = {
    id,
    createdAt: now,
    modifiedAt: now,
    attributes,
    credential: createCredential(pool.definition.id, id, password),
    status: 'FORCE_CHANGE_PASSWORD',
    enabled: true,
    groups: new Set(),
  }
  pool.users.set(id, user)
  return { User: userType(user) }
}

/** Revokes all sign-ins of a user: refresh tokens, and issued access tokens for Cognito's own calls. */
export const signOutEverywhere = ({ signIns }: CognitoContext, pool: Pool, user: User): void =>
  signIns.revokeAllOf(pool.definition.id, user.id)

export const deleteUser = (context: CognitoContext, pool: Pool, user: User): void => {
  pool.users.delete(user.id)
  context.lockout.succeeded(user.id)
}

/** Returns the actions that operators and functions run on users. */
export const adminUserActions = (context: CognitoContext): Readonly<Record<string, Action>> => {
  const userAction = (run: (user: User, pool: Pool) => object | void): Action =>
    action(OnUser, ({ UserPoolId, Username }) => {
      const pool = context.pools.get(UserPoolId)
      return run(loadUser(pool, Username), pool) ?? {}
    })
  const setEnabled = (enabled: boolean): Action =>
    userAction((user, pool) => {
      user.enabled = enabled
      user.modifiedAt = context.clock.now()
      if (!enabled) signOutEverywhere(context, pool, user)
    })
  return {
    AdminCreateUser: action(Create, (body) => create(context, context.pools.get(body.UserPoolId), body)),
    AdminSetUserPassword: action(SetPassword, ({ UserPoolId, Username, Password, Permanent }) => {
      const pool = context.pools.get(UserPoolId)
      const status = Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD'
      setPassword(context, pool, loadUser(pool, Username), Password, status)
      return {}
    }),
    AdminUpdateUserAttributes: action(Update, ({ UserPoolId, Username, UserAttributes }) => {
      const pool = context.pools.get(UserPoolId)
      const user = loadUser(pool, Username)
      user.attributes = changedAttributes(pool, user, readAttributes(UserAttributes))
      user.modifiedAt = context.clock.now()
      return {}
    }),
    AdminGetUser: userAction((user) => ({ ...describe(user), UserAttributes: listAttributes(user) })),
    AdminDeleteUser: userAction((user, pool) => deleteUser(context, pool, user)),
    AdminUserGlobalSignOut: userAction((user, pool) => signOutEverywhere(context, pool, user)),
    AdminEnableUser: setEnabled(true),
    AdminDisableUser: setEnabled(false),
  }
}

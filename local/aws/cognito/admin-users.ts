import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { action, attributeList, onUser, textMap, type Action } from './action.ts'
import { changedAttributes, listAttributes, readAttributes } from './attributes.ts'
import { CognitoError, invalidParameter, unsupported } from './errors.ts'
import { checkPassword, setPassword } from './passwords.ts'
import { findUser, loadUser, type Pool, type User } from './pools.ts'
import { createCredential } from './srp.ts'
import type { World } from './world.ts'

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

/** A user without its attributes, which calls list under different names. */
const describe = (user: User) => ({
  Username: user.id,
  UserCreateDate: epochSeconds(user.createdAt),
  UserLastModifiedDate: epochSeconds(user.modifiedAt),
  Enabled: user.enabled,
  UserStatus: user.status,
})

/** A user as in `UserType` of the API. */
export const userType = (user: User) => ({ ...describe(user), Attributes: listAttributes(user) })

const create = (world: World, pool: Pool, body: z.output<typeof Create>): object => {
  if (body.MessageAction !== 'SUPPRESS') throw unsupported('invitations: MessageAction must be SUPPRESS')
  const attributes = { email: body.Username, ...readAttributes(body.UserAttributes) }
  if (!body.Username.includes('@')) throw invalidParameter('Username should be an email.')
  if (attributes.email.toLowerCase() !== body.Username.toLowerCase())
    throw invalidParameter('The email attribute must be the same as the username')
  if (findUser(pool, body.Username))
    throw new CognitoError('UsernameExistsException', 'User account already exists')
  if (body.TemporaryPassword !== undefined) checkPassword(pool, body.TemporaryPassword)
  const id = randomUUID()
  // Without a temporary password Cognito makes one up; with the message suppressed nobody learns it.
  const password = body.TemporaryPassword ?? randomBytes(24).toString('base64')
  const now = world.clock.now()
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

/** Ends all sign-ins of a user: no refresh, and no token API with the access tokens that are out. */
export const signOutEverywhere = ({ signIns }: World, pool: Pool, user: User): void =>
  signIns.revokeAllOf(pool.definition.id, user.id)

export const deleteUser = (world: World, pool: Pool, user: User): void => {
  pool.users.delete(user.id)
  world.lockout.succeeded(user.id)
}

/** What operators and functions do to users. */
export const adminUserActions = (world: World): Readonly<Record<string, Action>> => {
  const onOneUser = (run: (user: User, pool: Pool) => object | void): Action =>
    action(OnUser, ({ UserPoolId, Username }) => {
      const pool = world.pools.get(UserPoolId)
      return run(loadUser(pool, Username), pool) ?? {}
    })
  const setEnabled = (enabled: boolean): Action =>
    onOneUser((user, pool) => {
      user.enabled = enabled
      user.modifiedAt = world.clock.now()
      if (!enabled) signOutEverywhere(world, pool, user)
    })
  return {
    AdminCreateUser: action(Create, (body) => create(world, world.pools.get(body.UserPoolId), body)),
    AdminSetUserPassword: action(SetPassword, ({ UserPoolId, Username, Password, Permanent }) => {
      const pool = world.pools.get(UserPoolId)
      const status = Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD'
      setPassword(world, pool, loadUser(pool, Username), Password, status)
      return {}
    }),
    AdminUpdateUserAttributes: action(Update, ({ UserPoolId, Username, UserAttributes }) => {
      const pool = world.pools.get(UserPoolId)
      const user = loadUser(pool, Username)
      user.attributes = changedAttributes(pool, user, readAttributes(UserAttributes))
      user.modifiedAt = world.clock.now()
      return {}
    }),
    AdminGetUser: onOneUser((user) => ({ ...describe(user), UserAttributes: listAttributes(user) })),
    AdminDeleteUser: onOneUser((user, pool) => deleteUser(world, pool, user)),
    AdminUserGlobalSignOut: onOneUser((user, pool) => signOutEverywhere(world, pool, user)),
    AdminEnableUser: setEnabled(true),
    AdminDisableUser: setEnabled(false),
  }
}

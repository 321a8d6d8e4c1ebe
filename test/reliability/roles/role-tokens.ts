import { randomBytes } from 'node:crypto'
import { deleteAccount } from '#shared/contract/account.ts'
import { signOut } from '#shared/contract/identity.ts'
import type { Operation } from '#shared/contract/operation.ts'
import type { SubscriptionRecord } from '#platform/account/records.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { keys } from '#platform/table/keys.ts'
import { adminGroup } from '#platform/user-pool/admins.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { passSecondFactor } from '#test/kit/in-memory/step-up.ts'
import type { Role } from '#test/kit/roles.ts'
import { database } from '../fuzz/shared-database.ts'
import { issueToken, statusOf } from './site.ts'

const signIn = 'session-1'

interface Service {
  /** The ids of the users in the group of admins. */
  readonly admins: Set<string>
  readonly world: ReturnType<typeof inMemory>
}

/** Removes everything that is stored. */
export const openService = (admins: Set<string>): Service => {
  database.clear()
  admins.clear()
  return { admins, world: inMemory({ database }) }
}

const tokenOf = async (caller: Promise<Caller>): Promise<string> =>
  issueToken.access((await caller).userId, signIn)

/** Returns the token of a user who was an admin when it was issued. */
const adminTokenOf = async (caller: Promise<Caller>): Promise<string> =>
  issueToken.access((await caller).userId, signIn, [adminGroup])

const user = ({ world }: Service) => world.account()

const passHolder = async (service: Service) => {
  const { table, now } = service.world
  const caller = await user(service)
  const { userId, profile } = caller
  const paid_at = now.toISOString()
  await table.put(keys.pass(userId, 'cs_test_pass'), {
    entity: 'pass',
    user_id: userId,
    session_id: 'cs_test_pass',
    email: profile.email,
    paid_at,
    minutes: 30,
    purchases: { cs_test_pass: { paid_at, reversed: false } },
    version: 1,
  })
  return caller
}

/** Returns an account that has lost its access. */
const formerMember = async ({ world }: Service, changes: Partial<SubscriptionRecord>) => {
  const caller = await world.account({ plan: 'monthly' })
  await world.table.put(keys.subscriber(caller.userId), { ...caller.subscriber, subscribed: false })
  await world.table.put(keys.subscription(caller.userId), { ...caller.subscription, ...changes })
  return caller
}

const adminWithoutFactor = async (service: Service) => {
  const caller = await user(service)
  service.admins.add(caller.userId)
  return caller
}

const admin = async (service: Service) => {
  const caller = await adminWithoutFactor(service)
  await passSecondFactor(service.world.table, caller.userId, service.world.now)
  return caller
}

const demotedAdmin = async (service: Service) => {
  const caller = await admin(service)
  service.admins.delete(caller.userId)
  return caller
}

/** Returns the token of a user who has made a request with it. */
const tokenAfter = async (service: Service, operation: Operation) => {
  const token = await tokenOf(user(service))
  const status = await statusOf(operation, token)
  if (status !== 200) throw new Error(`${operation.name} returned ${status}`)
  return token
}

/** Creates the token that a caller with a role sends; `undefined` for none. */
export const createTokenOf: Readonly<Record<Role, (service: Service) => Promise<string | undefined>>> = {
  'no token': async () => undefined,
  'an invented token': async () => 'invented.token.here',
  'a token of another user pool': async (service) =>
    issueToken.foreign((await admin(service)).userId, signIn),
  'an ID token': async (service) => issueToken.id((await admin(service)).userId, signIn),
  'a refresh token': async () => randomBytes(64).toString('base64url'),
  'a user who signed out everywhere': (service) => tokenAfter(service, signOut),
  'a deleted user': (service) => tokenAfter(service, deleteAccount),
  'a user': (service) => tokenOf(user(service)),
  'a pass holder': (service) => tokenOf(passHolder(service)),
  'a past-due member': (service) =>
    tokenOf(formerMember(service, { status: 'past_due', balance_due_minor: 5000 })),
  'a lapsed member': (service) => tokenOf(formerMember(service, { status: 'canceled' })),
  'a member with a disputed payment': (service) => tokenOf(formerMember(service, { disputed: true })),
  'a demoted admin': (service) => adminTokenOf(demotedAdmin(service)),
  'a member': ({ world }) => tokenOf(world.account({ plan: 'monthly' })),
  'an admin without a second factor': (service) => adminTokenOf(adminWithoutFactor(service)),
  'an admin': (service) => adminTokenOf(admin(service)),
}

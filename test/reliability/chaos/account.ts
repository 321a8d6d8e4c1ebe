import fc from 'fast-check'
import { signOut, updatePassword } from '#shared/contract/identity.ts'
import { changeEmail, updateProfile } from '#shared/contract/profile-changes.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { accountRepository } from '#services/identity/account.repository.ts'
import { addressChangeRepository } from '#services/identity/address-change.repository.ts'
import { handle as change } from '#services/identity/change-email/handler.ts'
import { linkRepository } from '#services/identity/link.repository.ts'
import { profileRepository } from '#services/identity/profile.repository.ts'
import { sessionRepository } from '#services/identity/session.repository.ts'
import { handle as endSessions } from '#services/identity/sign-out/handler.ts'
import { handle as setPassword } from '#services/identity/update-password/handler.ts'
import { handle as update } from '#services/identity/update-profile/handler.ts'
import { passkeyRepository } from '#services/passkeys/public.ts'
import { signInIdOf } from '#test/kit/in-memory/authenticate.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { passSecond } from '../money-steps.ts'
import { type UserName, userNames } from '../world.ts'
import { callerOf, recentCallerOf } from './callers.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { type LinkStep, linkStep, runLinkStep } from './links.ts'

/** Changes that users make to their accounts. */
export type AccountStep =
  | { readonly do: 'profile'; readonly user: UserName; readonly version: number }
  /** Both users may ask for the last address. */
  | {
      readonly do: 'change-email'
      readonly user: UserName
      readonly address: number
      /** True if the button of the newest link is pressed immediately. */
      readonly confirms: boolean
    }
  | {
      readonly do: 'password'
      readonly user: UserName
      readonly version: number
      readonly removesPasskeys: boolean
    }
  | { readonly do: 'sign-out'; readonly user: UserName }
  | LinkStep

const user = fc.constantFrom(...userNames)
const few = fc.nat(2)
const of = <const Kind extends string>(kind: Kind) => ({ do: fc.constant(kind) })

export const accountStep: fc.Arbitrary<AccountStep> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ ...of('profile'), user, version: few }) },
  { weight: 2, arbitrary: fc.record({ ...of('change-email'), user, address: few, confirms: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ ...of('password'), user, version: few, removesPasskeys: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ ...of('sign-out'), user }) },
  { weight: 4, arbitrary: linkStep },
)

type StepOf<Kind extends AccountStep['do']> = Extract<AccountStep, { do: Kind }>

const changeProfile = async (chaos: ChaosWorld, step: StepOf<'profile'>): Promise<void> => {
  const caller = await callerOf(chaos, step.user)
  const { table, clock } = chaos.billing
  const body = {
    fullName: `Changed Sample ${step.version}`,
    companyName: `Quayside Lettings ${step.version} (sample)`,
    streetAddress: '7 Example Row',
    city: 'Sampleton',
    postcode: 'ZZ1 2ZZ',
    numberOfEmployees: step.version + 1,
    userType: 'landlord',
    details_changed_at: caller.profile.details_changed_at,
  }
  const deps = { profiles: profileRepository(table) }
  await callInMemory(updateProfile, update, { caller, body, now: clock.now() }, deps)
}

const addressOf = (user: UserName, address: number): string =>
  [`${user}@users.example`, `${user}-new@users.example`, 'shared@users.example'][address] ?? ''

const changeAddress = async (chaos: ChaosWorld, step: StepOf<'change-email'>): Promise<void> => {
  const caller = await recentCallerOf(chaos, step.user)
  const { table, clock, deps } = chaos.billing
  const now = clock.now()
  const asked = addressOf(step.user, step.address)
  const email = asked === caller.profile.email ? addressOf(step.user, (step.address + 1) % 3) : asked
  const { status } = await callInMemory(
    changeEmail,
    change,
    { caller, body: { email }, now },
    {
      accounts: accountRepository(table),
      addressChanges: addressChangeRepository(table),
      links: linkRepository(table),
      siteUrl: deps.siteUrl,
    },
  )
  if (status !== 200) return
  const cause = `email-change-requested:${caller.userId}:${now.toISOString()}`
  chaos.expected.emails.push({ account: caller.userId, cause })
  if (step.confirms) await runLinkStep(chaos, { do: 'press-link', nth: 0 })
}

const secondOf = (time: Date) => Math.floor(time.getTime() / 1000)

/**
 * Forgets that sessions of later seconds have ended, which began before the clock was set back. The account names only the
 * last session that was ended within its second, so a request that names another one accepts them again, even if the
 * request fails.
 */
const forgetLaterEnds = (chaos: ChaosWorld, { userId }: Caller, now: Date): void => {
  for (const session of chaos.sessions)
    if (session.account === userId && secondOf(session.at) > secondOf(now)) session.isEnded = false
}

/**
 * Records that no session of an account may continue. Of the current second, only the caller's own session ends.
 */
const recordSessionsEnded = (chaos: ChaosWorld, { userId, signInId }: Caller, now: Date): void => {
  for (const session of chaos.sessions) {
    if (session.account !== userId) continue
    session.isEnded ||= secondOf(session.at) < secondOf(now) || signInIdOf(session.at) === signInId
  }
  // The operations wait for the next second, after which users can sign in again.
  passSecond(chaos.billing)
}

const changePassword = async (chaos: ChaosWorld, step: StepOf<'password'>): Promise<void> => {
  const caller = await recentCallerOf(chaos, step.user)
  const { billing, faults, pool, expected } = chaos
  const { table, clock, deps } = billing
  const password = `Lantern light number ${step.version}`
  const userPool = faults.around('user pool', pool)
  const now = clock.now()
  expected.passwords.push({ account: caller.userId, password })
  // A change also completes the removal that an earlier change had begun.
  const passkeys = expected.passkeys.filter(({ account }) => account === caller.userId)
  const isRemoving = step.removesPasskeys || caller.profile.password_change_removed_passkeys !== undefined
  for (const passkey of passkeys) if (isRemoving && passkey.state === 'stored') passkey.state = 'unknown'
  forgetLaterEnds(chaos, caller, now)
  const { status } = await callInMemory(
    updatePassword,
    setPassword,
    { caller, body: { password, remove_passkeys: step.removesPasskeys }, now },
    {
      sessions: sessionRepository(table),
      links: linkRepository(table),
      passkeys: passkeyRepository(table),
      userPool,
      isCurrentPassword: (userId, candidate) =>
        faults.call('user pool', async () => pool.hasPassword(userId, candidate)),
      siteUrl: deps.siteUrl,
      clock: () => clock.now(),
    },
  )
  if (status !== 200) return
  for (const passkey of passkeys) if (step.removesPasskeys && !chaos.isTogether()) passkey.state = 'removed'
  expected.passwords = expected.passwords.filter(({ account }) => account !== caller.userId)
  expected.passwords.push({ account: caller.userId, password })
  expected.emails.push({ account: caller.userId, cause: `password-changed:${caller.userId}:` })
  recordSessionsEnded(chaos, caller, now)
}

const signOutEverywhere = async (chaos: ChaosWorld, user: UserName): Promise<void> => {
  const caller = await callerOf(chaos, user)
  const { billing, faults, pool } = chaos
  const now = billing.clock.now()
  const deps = {
    sessions: sessionRepository(billing.table),
    userPool: faults.around('user pool', pool),
  }
  forgetLaterEnds(chaos, caller, now)
  const { status } = await callInMemory(signOut, endSessions, { caller, now }, deps)
  if (status === 200) recordSessionsEnded(chaos, caller, now)
}

export const runAccountStep = async (chaos: ChaosWorld, step: AccountStep): Promise<void> => {
  if (step.do === 'profile') return changeProfile(chaos, step)
  if (step.do === 'change-email') return changeAddress(chaos, step)
  if (step.do === 'password') return changePassword(chaos, step)
  if (step.do === 'sign-out') return signOutEverywhere(chaos, step.user)
  return runLinkStep(chaos, step)
}

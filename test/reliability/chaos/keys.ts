import fc from 'fast-check'
import * as contract from '#shared/contract/passkeys.ts'
import { confirmSecondFactor, setUpSecondFactor } from '#shared/contract/second-factor.ts'
import { findAccount } from '#platform/account/account.ts'
import { hashOf } from '#platform/crypto.ts'
import { totpCode } from '#platform/totp.ts'
import { passkeyAnswer } from '#platform/user-pool/passkey-answer.ts'
import { handle as confirmFactor } from '#services/identity/confirm-second-factor/handler.ts'
import { secondFactorRepository } from '#services/identity/second-factor.repository.ts'
import { handle as setUpFactor } from '#services/identity/set-up-second-factor/handler.ts'
import { handle as add } from '#services/passkeys/add-passkey/handler.ts'
import { passkeyRepository } from '#services/passkeys/public.ts'
import { handle as removePasskey } from '#services/passkeys/remove-passkey/handler.ts'
import { handle as signInWithPasskey } from '#services/passkeys/sign-in-with-passkey/handler.ts'
import { handle as startAdding } from '#services/passkeys/start-adding-passkey/handler.ts'
import { handle as startSignIn } from '#services/passkeys/start-passkey-sign-in/handler.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { softwareAuthenticator } from '#test/kit/software-authenticator.ts'
import { type UserName, userNames } from '../world.ts'
import { recentCallerOf, requestBy } from './callers.ts'
import type { ChaosWorld, StoredPasskey } from './chaos-world.ts'
import { answerChallenge } from './links.ts'

const devices = ['Laptop', 'Phone'] as const

/** Requests of users about passkeys, and of admins about their authenticator app. */
export type KeyStep =
  /** A new passkey replaces the passkey on the device, but the account keeps both. */
  | { readonly do: 'add-passkey'; readonly user: UserName; readonly device: number }
  | { readonly do: 'remove-passkey'; readonly user: UserName; readonly device: number }
  | {
      readonly do: 'passkey-sign-in'
      readonly user: UserName
      readonly device: number
      /** Number of times that the same response is sent. */
      readonly copies: number
    }
  | { readonly do: 'set-up-factor' | 'reset-factor'; readonly user: UserName }
  | { readonly do: 'enter-code'; readonly user: UserName; readonly copies: number }

const user = fc.constantFrom(...userNames)
const device = fc.nat(devices.length - 1)
const copies = fc.integer({ min: 1, max: 2 })
const of = <const Kind extends string>(kind: Kind) => ({ do: fc.constant(kind) })

export const keyStep: fc.Arbitrary<KeyStep> = fc.oneof(
  fc.record({ ...of('add-passkey'), user, device }),
  fc.record({ ...of('remove-passkey'), user, device }),
  fc.record({ ...of('passkey-sign-in'), user, device, copies }),
  fc.record({ do: fc.constantFrom('set-up-factor', 'reset-factor'), user }),
  fc.record({ ...of('enter-code'), user, copies }),
)

type StepOf<Kind extends KeyStep['do']> = Extract<KeyStep, { do: Kind }>

const origin = 'https://advice.example'
const relyingParty = { id: 'advice.example', origin }

const passkeyDependencies = (chaos: ChaosWorld) => ({
  passkeys: passkeyRepository(chaos.billing.table),
  relyingParty,
  findAccount: (userId: string) => findAccount(chaos.billing.table, userId),
  signInByPasskey: (userId: string, grant: string) => answerChallenge(chaos, userId, passkeyAnswer + grant),
})

const addPasskey = async (chaos: ChaosWorld, user: UserName, number: number): Promise<void> => {
  const caller = await recentCallerOf(chaos, user)
  const deps = passkeyDependencies(chaos)
  const now = chaos.billing.clock.now()
  const options = await callInMemory(contract.startAddingPasskey, startAdding, { caller, now }, deps)
  if (!('challenge' in options.body)) return
  const authenticator = softwareAuthenticator(origin)
  const body = { name: devices[number], response: authenticator.create(options.body) }
  // A passkey whose response is lost may be stored.
  const passkey: StoredPasskey = { account: caller.userId, device: number, authenticator, state: 'unknown' }
  chaos.expected.passkeys.push(passkey)
  const { status } = await callInMemory(contract.addPasskey, add, { caller, body, now }, deps)
  if (status === 200 && !chaos.isTogether()) passkey.state = 'stored'
}

/** Finds the newest passkey on a device of a user. Adds one if there is none. */
const passkeyOn = async (
  chaos: ChaosWorld,
  { user, device: number }: StepOf<'remove-passkey' | 'passkey-sign-in'>,
): Promise<StoredPasskey | undefined> => {
  const find = () =>
    chaos.expected.passkeys.findLast(
      (one) => one.account === chaos.billing.accounts[user] && one.device === number,
    )
  if (find() === undefined) await addPasskey(chaos, user, number)
  return find()
}

const takeAway = async (chaos: ChaosWorld, step: StepOf<'remove-passkey'>): Promise<void> => {
  const passkey = await passkeyOn(chaos, step)
  if (passkey === undefined) return
  const request = { ...(await requestBy(chaos, step.user)), body: { id: hashOf(passkey.authenticator.id) } }
  passkey.state = 'unknown'
  const { status } = await callInMemory(
    contract.removePasskey,
    removePasskey,
    request,
    passkeyDependencies(chaos),
  )
  if (status === 200 && !chaos.isTogether()) passkey.state = 'removed'
}

/** @throws Error if a removed passkey is accepted, or the same response twice */
const signInOn = async (chaos: ChaosWorld, step: StepOf<'passkey-sign-in'>): Promise<void> => {
  const passkey = await passkeyOn(chaos, step)
  const deps = passkeyDependencies(chaos)
  const now = chaos.billing.clock.now()
  const { body } = await callInMemory(contract.startPasskeySignIn, startSignIn, { now }, deps)
  if (passkey === undefined || !('challenge' in body)) return
  const isRemoved = passkey.state === 'removed'
  const request = { body: { response: passkey.authenticator.get(body) }, now }
  let accepted = 0
  for (let copy = 0; copy < step.copies; copy += 1) {
    const { status } = await callInMemory(contract.signInWithPasskey, signInWithPasskey, request, deps)
    if (status === 200) accepted += 1
  }
  if (accepted > (isRemoved ? 0 : 1)) throw new Error('A passkey was accepted wrongly')
}

const factorDependencies = ({ billing }: ChaosWorld) => ({
  factors: secondFactorRepository(billing.table),
  readSecret: async () => 'chaos-second-factor-key',
})

/** Asks for the key of an authenticator app, unless it is set up. Returns the newest known key. */
const setUp = async (chaos: ChaosWorld, user: UserName): Promise<string | undefined> => {
  const request = await requestBy(chaos, user)
  const { userId } = request.caller
  const reply = await callInMemory(setUpSecondFactor, setUpFactor, request, factorDependencies(chaos))
  if ('key' in reply.body) chaos.expected.factorKeys.set(userId, reply.body.key)
  return chaos.expected.factorKeys.get(userId)
}

/** @throws Error if the same code is accepted twice */
const enterCode = async (chaos: ChaosWorld, step: StepOf<'enter-code'>): Promise<void> => {
  const key = await setUp(chaos, step.user)
  if (key === undefined) return
  const request = await requestBy(chaos, step.user)
  const body = { code: totpCode(key, request.now) }
  let accepted = 0
  for (let copy = 0; copy < step.copies; copy += 1) {
    const { status } = await callInMemory(
      confirmSecondFactor,
      confirmFactor,
      { ...request, body },
      factorDependencies(chaos),
    )
    if (status === 200) accepted += 1
  }
  if (accepted > 1) throw new Error('A code was accepted twice')
}

/** An operator removes the app of an admin who has lost it. A failed command is repeated at the end of the journey. */
const resetFactor = async (chaos: ChaosWorld, account: string): Promise<void> => {
  chaos.expected.resets.add(account)
  await secondFactorRepository(chaos.billing.table).remove(account)
  chaos.expected.resets.delete(account)
}

export const retryResets = async (chaos: ChaosWorld): Promise<void> => {
  for (const account of chaos.expected.resets) await resetFactor(chaos, account)
}

export const runKeyStep = async (chaos: ChaosWorld, step: KeyStep): Promise<void> => {
  switch (step.do) {
    case 'add-passkey':
      return addPasskey(chaos, step.user, step.device)
    case 'remove-passkey':
      return takeAway(chaos, step)
    case 'passkey-sign-in':
      return signInOn(chaos, step)
    case 'set-up-factor':
      return void (await setUp(chaos, step.user))
    case 'enter-code':
      return enterCode(chaos, step)
    case 'reset-factor':
      return resetFactor(chaos, chaos.billing.accounts[step.user])
  }
}

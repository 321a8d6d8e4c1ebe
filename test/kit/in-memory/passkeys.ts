import type { BodyOf } from '#shared/contract/operation.ts'
import * as operations from '#shared/contract/passkeys.ts'
import type { EmailContentOf } from '#shared/contract/email.ts'
import { findAccount } from '#platform/account/account.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { keys } from '#platform/table/keys.ts'
import { handle as addPasskey } from '#services/passkeys/add-passkey/handler.ts'
import { handle as listPasskeys } from '#services/passkeys/list-passkeys/handler.ts'
import { passkeyRepository } from '#services/passkeys/passkey.repository.ts'
import { passkeyGrants } from '#services/passkeys/public.ts'
import type { RelyingParty } from '#services/passkeys/relying-party.ts'
import { handle as removePasskey } from '#services/passkeys/remove-passkey/handler.ts'
import { handle as signInWithPasskey } from '#services/passkeys/sign-in-with-passkey/handler.ts'
import { handle as startAddingPasskey } from '#services/passkeys/start-adding-passkey/handler.ts'
import { handle as startPasskeySignIn } from '#services/passkeys/start-passkey-sign-in/handler.ts'
import { type Deviations, softwareAuthenticator } from '../software-authenticator.ts'
import { callInMemory, inMemory } from './in-memory.ts'

const origin = 'https://advice.example'
const site: RelyingParty = { id: 'advice.example', origin }
const start = new Date('2027-03-01T10:00:00.000Z')

/**
 * Connects the passkey operations to a table in memory. The user pool consumes the grant, as its trigger does, and
 * issues the id of the user as access token; it rejects the users in `disabled`.
 *
 * @example
 * const passkeys = await passkeysInMemory()
 * const laptop = passkeys.authenticator()
 * await passkeys.add(laptop)
 * const reply = await passkeys.signIn(laptop)
 */
export const passkeysInMemory = async (
  { relyingParty }: { readonly relyingParty?: RelyingParty } = { relyingParty: site },
) => {
  const world = inMemory({ now: start })
  const { table } = world
  const owner = await world.account()
  const disabled = new Set<string>()
  const clock = { now: start }
  const passkeys = passkeyRepository(table)
  const signInByPasskey = async (userId: string, grant: string) =>
    (await passkeyGrants(table).consume(grant, userId, clock.now)) && !disabled.has(userId)
      ? { accessToken: userId, refreshToken: 'refresh', expiresInSeconds: 900 }
      : undefined
  const deps = {
    passkeys,
    relyingParty,
    findAccount: (userId: string) => findAccount(table, userId),
    signInByPasskey,
  }

  const send = {
    list: (caller: Caller = owner) =>
      callInMemory(operations.listPasskeys, listPasskeys, { caller, now: clock.now }, deps),
    startAdding: (caller: Caller = owner) =>
      callInMemory(operations.startAddingPasskey, startAddingPasskey, { caller, now: clock.now }, deps),
    add: (body: object, caller: Caller = owner) =>
      callInMemory(operations.addPasskey, addPasskey, { caller, body, now: clock.now }, deps),
    remove: (id: string, caller: Caller = owner) =>
      callInMemory(operations.removePasskey, removePasskey, { caller, body: { id }, now: clock.now }, deps),
    startSignIn: () =>
      callInMemory(operations.startPasskeySignIn, startPasskeySignIn, { now: clock.now }, deps),
    signIn: (response: BodyOf<typeof operations.signInWithPasskey>['response']) =>
      callInMemory(
        operations.signInWithPasskey,
        signInWithPasskey,
        { body: { response }, now: clock.now },
        deps,
      ),
  }

  const optionsOf = <Body extends object>(reply: { readonly body: Body }) => {
    if ('error' in reply.body) throw new Error(`no options: ${JSON.stringify(reply.body)}`)
    // The only bodies without `error` are the options.
    return reply.body as Exclude<Body, { error: unknown }>
  }
  type Authenticator = ReturnType<typeof softwareAuthenticator>

  return {
    world,
    owner,
    disabled,
    send,
    authenticator: () => softwareAuthenticator(origin),
    passSeconds: (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1000)
    },
    creationOptions: async (caller: Caller = owner) => optionsOf(await send.startAdding(caller)),
    requestOptions: async () => optionsOf(await send.startSignIn()),
    /** Adds a passkey to an account and returns the reply. */
    async add(
      authenticator: Authenticator,
      {
        caller = owner,
        name = 'Work laptop',
        ...deviations
      }: Deviations & { caller?: Caller; name?: string } = {},
    ) {
      const response = authenticator.create(optionsOf(await send.startAdding(caller)), deviations)
      return send.add({ name, response }, caller)
    },
    /** Signs in with a passkey and returns the reply. */
    async signIn(authenticator: Authenticator, deviations: Deviations = {}) {
      return send.signIn(authenticator.get(optionsOf(await send.startSignIn()), deviations))
    },
    stored: (caller: Caller = owner) => passkeys.list(caller.userId),
    /** Returns the emails about passkeys to an account, oldest first. */
    passkeyEmails: async ({ profile }: Caller = owner): Promise<EmailContentOf<'passkey-changed'>[]> =>
      (await table.listByIndex(keys.emailsTo(profile.email, '').gsi1pk)).flatMap((item) => {
        const { content } = outboxRecord.parse(item)
        return content?.template === 'passkey-changed' ? [content] : []
      }),
  }
}

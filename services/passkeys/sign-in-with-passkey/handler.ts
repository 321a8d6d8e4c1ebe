import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { BodyOf } from '#shared/contract/operation.ts'
import { signInWithPasskey } from '#shared/contract/passkeys.ts'
import { type Account, findAccount } from '#platform/account/account.ts'
import { apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { errorFields, log } from '#platform/log.ts'
import { Table } from '#platform/table/table.ts'
import { signInByPasskey } from '#platform/user-pool/sign-in.ts'
import { type PasskeyDependencies, passkeyDependencies } from '../dependencies.ts'
import type { PasskeyRecord, Use } from '../passkey.repository.ts'
import type { RelyingParty } from '../relying-party.ts'

interface Dependencies extends PasskeyDependencies {
  readonly findAccount: (userId: string) => Promise<Account | undefined>
  readonly signInByPasskey: typeof signInByPasskey
}

type Response = BodyOf<typeof signInWithPasskey>['response']

/**
 * Verifies the passkey, and lets the user pool issue the tokens, through the same triggers as for an emailed link.
 * Returns the same error for unknown passkeys, wrong signatures and accounts that are deleted or disabled.
 */
export const handle: Handle<typeof signInWithPasskey, Dependencies> = async ({ body, now }, deps) => {
  if (deps.relyingParty === undefined) return apiError('not_found')
  const { response } = body
  const userId = Buffer.from(response.response.userHandle ?? '', 'base64url').toString('utf8')
  const passkey = await deps.passkeys.findByCredential(userId, response.id)
  const use = passkey && (await verify(response, passkey, deps.relyingParty))
  if (passkey === undefined || use === undefined) return apiError('passkey_unknown')
  const account = await deps.findAccount(userId)
  if (account?.profile.email_verified_at === undefined) return apiError('passkey_unknown')
  const outcome = await deps.passkeys.recordUse(passkey, use, now)
  if (outcome === 'expired') return apiError('passkey_expired')
  const tokens = outcome === 'gone' ? undefined : await deps.signInByPasskey(userId, outcome.grant)
  if (tokens === undefined) return apiError('passkey_unknown')
  return {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    email: account.profile.email,
  }
}

/**
 * Returns the use that a genuine response reports, or `undefined` if the response is not genuine. The library rejects a
 * counter that does not grow, because a copy of the passkey may then exist. `recordUse` consumes the challenge.
 */
const verify = async (
  response: Response,
  { credential_id, public_key, counter, transports }: PasskeyRecord,
  { id, origin }: RelyingParty,
): Promise<Use | undefined> => {
  let challenge = ''
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: { ...response.response, userHandle: response.response.userHandle ?? undefined },
        clientExtensionResults: {},
      },
      expectedChallenge: (sent) => {
        challenge = sent
        return true
      },
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: credential_id,
        publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
        counter,
        transports,
      },
      requireUserVerification: true,
    })
    const { newCounter, credentialBackedUp } = authenticationInfo
    return verified ? { challenge, counter: newCounter, synced: credentialBackedUp } : undefined
  } catch (error) {
    // The library throws for every response that it does not accept.
    log.warn('passkey rejected', errorFields(error))
    return undefined
  }
}

const table = new Table()
const deps: Dependencies = {
  ...passkeyDependencies(table),
  findAccount: (userId) => findAccount(table, userId),
  signInByPasskey,
}
export const handler = serve(signInWithPasskey, handle, deps, { table })

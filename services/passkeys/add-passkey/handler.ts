import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { addPasskey } from '#shared/contract/passkeys.ts'
import type { BodyOf } from '#shared/contract/operation.ts'
import * as paths from '#shared/values/site-map.ts'
import { apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { errorFields, log } from '#platform/log.ts'
import { Table } from '#platform/table/table.ts'
import { type PasskeyDependencies, passkeyDependencies } from '../dependencies.ts'
import { type NewPasskey, toPasskey } from '../passkey.repository.ts'
import type { RelyingParty } from '../relying-party.ts'

type Body = BodyOf<typeof addPasskey>

/** Requires no recent sign-in: the challenge required one, and is only valid for minutes. */
export const handle: Handle<typeof addPasskey, PasskeyDependencies> = async ({ caller, body, now }, deps) => {
  const { relyingParty, passkeys } = deps
  if (relyingParty === undefined) return apiError('not_found')
  const created = await verify(body, relyingParty)
  if (created === undefined) return apiError('passkey_not_created')
  const change = { owner: caller.profile, link: `${relyingParty.origin}${paths.profile}`, now }
  const outcome = await passkeys.add(created.passkey, created.challenge, change)
  // Several tabs can start while there is room for one more passkey.
  if (outcome === 'full') return apiError('too_many_passkeys')
  if (outcome === 'expired') return apiError('passkey_expired')
  if (outcome === 'exists' || outcome === 'gone') return apiError('passkey_not_created')
  return { passkey: toPasskey(outcome) }
}

/** Returns the passkey of a genuine response. Does not check the challenge, which `add` consumes. */
const verify = async (
  { name, response }: Body,
  { id, origin }: RelyingParty,
): Promise<{ readonly passkey: NewPasskey; readonly challenge: string } | undefined> => {
  let challenge = ''
  try {
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: (sent) => {
        challenge = sent
        return true
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    })
    if (info === undefined) return undefined
    const passkey: NewPasskey = {
      credential_id: info.credential.id,
      public_key: Buffer.from(info.credential.publicKey).toString('base64url'),
      counter: info.credential.counter,
      transports: response.response.transports ?? [],
      name,
      synced: info.credentialBackedUp,
    }
    return { passkey, challenge }
  } catch (error) {
    // The library throws for every response that it does not accept.
    log.warn('passkey not created', errorFields(error))
    return undefined
  }
}

const table = new Table()
export const handler = serve(addPasskey, handle, passkeyDependencies(table), { table })

import { startPasskeySignIn } from '#shared/contract/passkeys.ts'
import { passkeyChallengeSeconds } from '#shared/values/passkeys.ts'
import { apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type PasskeyRepository, passkeyRepository } from '../passkey.repository.ts'
import { type RelyingParty, relyingParty } from '../relying-party.ts'

export interface Dependencies {
  readonly passkeys: PasskeyRepository
  readonly relyingParty: RelyingParty | undefined
}

/** The options name no passkey, so they do not reveal which addresses have an account. */
export const handle: Handle<typeof startPasskeySignIn, Dependencies> = async ({ now }, deps) => {
  if (deps.relyingParty === undefined) return apiError('not_found')
  return {
    challenge: await deps.passkeys.issueChallenge({ kind: 'sign-in' }, now),
    rpId: deps.relyingParty.id,
    timeout: passkeyChallengeSeconds * 1000,
    userVerification: 'required',
  }
}

const table = new Table()
const deps = { passkeys: passkeyRepository(table), relyingParty: relyingParty() }
export const handler = serve(startPasskeySignIn, handle, deps, { table })

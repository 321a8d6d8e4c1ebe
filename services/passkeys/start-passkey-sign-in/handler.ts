import { startPasskeySignIn } from '#shared/contract/passkeys.ts'
import { passkeyChallengeSeconds } from '#shared/values/passkeys.ts'
import { apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type PasskeyDependencies, passkeyDependencies } from '../dependencies.ts'

/** The options name no passkey, so they do not reveal which addresses have an account. */
export const handle: Handle<typeof startPasskeySignIn, PasskeyDependencies> = async ({ now }, deps) => {
  if (deps.relyingParty === undefined) return apiError('not_found')
  return {
    challenge: await deps.passkeys.issueChallenge({ kind: 'sign-in' }, now),
    rpId: deps.relyingParty.id,
    timeout: passkeyChallengeSeconds * 1000,
    userVerification: 'required',
  }
}

const table = new Table()
export const handler = serve(startPasskeySignIn, handle, passkeyDependencies(table), { table })

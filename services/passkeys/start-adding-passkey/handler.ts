import { startAddingPasskey } from '#shared/contract/passkeys.ts'
import { brand } from '#shared/values/brand.ts'
import { maxPasskeys, passkeyChallengeSeconds } from '#shared/values/passkeys.ts'
import { apiError } from '#platform/api-error.ts'
import { hasRecentSignIn } from '#platform/http/recent-sign-in.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type PasskeyDependencies, passkeyDependencies } from '../dependencies.ts'

/** ES256, EdDSA and RS256 (COSE numbers), in order of preference: what authenticators in use support. */
const algorithms = [-7, -8, -257]

/** Requires a recent sign-in, as a password change does: a passkey would outlast a session that someone else gained. */
export const handle: Handle<typeof startAddingPasskey, PasskeyDependencies> = async (
  { caller, now },
  deps,
) => {
  if (deps.relyingParty === undefined) return apiError('not_found')
  if (!hasRecentSignIn(caller, now))
    return apiError('recent_sign_in_needed', { message: 'Please sign in again to add a passkey.' })
  const existing = await deps.passkeys.list(caller.userId)
  if (existing.length >= maxPasskeys) return apiError('too_many_passkeys')
  return {
    challenge: await deps.passkeys.issueChallenge({ kind: 'add', userId: caller.userId }, now),
    rp: { id: deps.relyingParty.id, name: brand.name },
    user: {
      // The id is random and not personal. A sign-in returns it, so that the account is found without an address.
      id: Buffer.from(caller.userId).toString('base64url'),
      name: caller.profile.email,
      displayName: caller.profile.full_name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: passkeyChallengeSeconds * 1000,
    attestation: 'none',
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: 'public-key' as const,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

const table = new Table()
export const handler = serve(startAddingPasskey, handle, passkeyDependencies(table), { table })

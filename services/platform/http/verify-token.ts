import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { env } from '../env.ts'
import { refused } from '../refusal.ts'

/** Longer than this, and the pool's keys are not to be had. */
const timeoutMs = 3000

let poolKeys: ReturnType<typeof createRemoteJWKSet> | undefined

/** Faults of the token; any other means that the keys could not be had, and nobody can say whether it is good. */
const tokenFaults = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
]

/**
 * Checks the signature, issuer, client and expiry of an access token, as the gateway does on its own where an
 * operation demands one: its authorizers cannot be optional. The pool's public keys are read once for the
 * life of the function.
 *
 * @returns the claims
 * @throws Refusal `unauthorized` for a token that is not good
 */
export const verifyToken = async (token: string, now: Date): Promise<object> => {
  poolKeys ??= createRemoteJWKSet(new URL(env('TOKEN_KEYS_URL')), { timeoutDuration: timeoutMs })
  try {
    const { payload } = await jwtVerify(token, poolKeys, {
      algorithms: ['RS256'],
      issuer: env('TOKEN_ISSUER'),
      currentDate: now,
    })
    if (payload['client_id'] === env('TOKEN_CLIENT_ID')) return payload
  } catch (fault) {
    if (tokenFaults.some((kind) => fault instanceof kind)) throw refused('unauthorized', { cause: fault })
    throw fault
  }
  throw refused('unauthorized')
}

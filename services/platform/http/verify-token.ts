import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { env } from '../env.ts'
import { apiError } from '../api-error.ts'

/** Timeout for loading the pool's public keys. */
const timeoutMs = 3000

let poolKeys: ReturnType<typeof createRemoteJWKSet> | undefined

/** Errors caused by the token. Any other error means that the keys could not be loaded, so it is unexpected. */
const tokenErrors = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  // The token names no key. Cognito publishes two.
  errors.JWKSMultipleMatchingKeys,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
]

/**
 * Verifies the signature, issuer, client and expiry of an access token. Used by optional-auth operations, because API
 * Gateway's authorizers cannot be optional. Loads the pool's public keys once per function instance.
 *
 * @returns the claims
 * @throws ApiError `unauthorized` for an invalid token
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
  } catch (error) {
    if (tokenErrors.some((kind) => error instanceof kind)) throw apiError('unauthorized', { cause: error })
    throw error
  }
  throw apiError('unauthorized')
}

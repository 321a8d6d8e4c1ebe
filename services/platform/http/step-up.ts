import { apiError } from '../api-error.ts'
import type { Caller } from './authenticate.ts'

/** Returns the ISO time until which the second factor entered after the caller's sign-in counts, or null. */
export const stepUpValidUntil = (
  { stepUps, signInId }: Pick<Caller, 'stepUps' | 'signInId'>,
  now: Date,
): string | null =>
  stepUps.find(({ sign_in, valid_until }) => sign_in === signInId && valid_until > now.toISOString())
    ?.valid_until ?? null

/**
 * Rejects admins who have not entered their second factor after this sign-in.
 *
 * @throws ApiError `second_factor_required`
 */
export const requireStepUp = (caller: Caller, now: Date): void => {
  if (stepUpValidUntil(caller, now) === null) throw apiError('second_factor_required')
}

/**
 * Returns the sign-in that the caller's token belongs to. The pool adds it to every token while token revocation is on.
 *
 * @throws ApiError `unauthorized` if the token does not name its sign-in
 */
export const requireSignInId = ({ signInId }: Pick<Caller, 'signInId'>): string => {
  if (signInId === undefined) throw apiError('unauthorized')
  return signInId
}

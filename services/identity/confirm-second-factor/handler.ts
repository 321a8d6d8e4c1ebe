import { confirmSecondFactor } from '#shared/contract/second-factor.ts'
import { apiError } from '#platform/api-error.ts'
import { sameSecret } from '#platform/crypto.ts'
import { env } from '#platform/env.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { requireSignInId } from '#platform/http/step-up.ts'
import { secret } from '#platform/secrets.ts'
import { Table } from '#platform/table/table.ts'
import { acceptedSteps, totpCode } from '#platform/totp.ts'
import {
  unsealKey,
  type SecondFactorRepository,
  secondFactorRepository,
} from '../second-factor.repository.ts'

interface Dependencies {
  readonly factors: Pick<SecondFactorRepository, 'find' | 'stepUp'>
  readonly readSecret: () => Promise<string>
}

/**
 * Accepts a code of the authenticator app. An unconfirmed factor accepts codes only from the sign-in that received its
 * key.
 */
export const handle: Handle<typeof confirmSecondFactor, Dependencies> = async (
  { caller, body, now },
  { factors, readSecret },
) => {
  const { userId } = caller
  const signIn = requireSignInId(caller)
  const factor = await factors.find(userId)
  if (factor === undefined || (factor.confirmed_at === undefined && factor.created_by !== signIn))
    return apiError('second_factor_not_set_up')
  const key = unsealKey(userId, factor, await readSecret())
  const step = acceptedSteps(now).find((one) => sameSecret(totpCode(key, one), body.code))
  const validUntil = step && (await factors.stepUp(userId, factor, { step, signIn, now }))
  return validUntil === undefined ? apiError('code_rejected') : { valid_until: validUntil }
}

const table = new Table()
export const handler = serve(
  confirmSecondFactor,
  handle,
  { factors: secondFactorRepository(table), readSecret: () => secret(env('SECOND_FACTOR_KEY_ID')) },
  { table, guard: adminGuard },
)

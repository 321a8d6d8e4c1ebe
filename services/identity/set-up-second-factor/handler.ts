import { setUpSecondFactor } from '#shared/contract/second-factor.ts'
import { brand } from '#shared/values/brand.ts'
import { apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { requireSignInId } from '#platform/http/step-up.ts'
import { secret } from '#platform/secrets.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import { Table } from '#platform/table/table.ts'
import { newTotpKey, totpUri } from '#platform/totp.ts'
import {
  unsealKey,
  type SecondFactorRepository,
  secondFactorRepository,
} from '../second-factor.repository.ts'

interface Dependencies {
  readonly factors: Pick<SecondFactorRepository, 'find' | 'create'>
  readonly readSecret: () => Promise<string>
}

/**
 * Returns the same key to the same sign-in, so that a reload does not invalidate a code that was scanned. Another
 * sign-in receives a new key: a person who saw the earlier one must not be able to produce codes.
 */
export const handle: Handle<typeof setUpSecondFactor, Dependencies> = async (
  { caller, now },
  { factors, readSecret },
) => {
  const { userId, profile } = caller
  const signIn = requireSignInId(caller)
  const secretText = await readSecret()
  return retryOnConflict('the second factor', async () => {
    const earlier = await factors.find(userId)
    if (earlier?.confirmed_at !== undefined) return apiError('second_factor_already_set_up')
    const isOwn = earlier?.created_by === signIn
    const key = isOwn ? unsealKey(userId, earlier, secretText) : newTotpKey()
    if (!isOwn && !(await factors.create(userId, { key, signIn, secret: secretText, now }, earlier)))
      return 'stale'
    return { key, uri: totpUri(key, { issuer: `${brand.name} admin`, account: profile.email }) }
  })
}

const table = new Table()
export const handler = serve(
  setUpSecondFactor,
  handle,
  { factors: secondFactorRepository(table), readSecret: () => secret(env('SECOND_FACTOR_KEY_ID')) },
  { table, guard: adminGuard },
)

import { confirmSecondFactor, setUpSecondFactor } from '#shared/contract/second-factor.ts'
import { keys, type Key } from '#platform/table/keys.ts'
import { acceptedSteps, totpCode } from '#platform/totp.ts'
import { unsealKey } from '#services/identity/public.ts'
import { tableNameOf, type Cloud } from '#local/cloud/cloud.ts'
import { secondFactorSecret } from '#local/cloud/dependencies.ts'
import { callOperation } from './site-client.ts'
import { ControlError, type ControlRoute } from './router.ts'

/**
 * Age of the code that completes a set-up, in milliseconds. The code usually belongs to the previous 30 seconds, so
 * that a sign-in that follows immediately can use the current code.
 */
const codeAgeMs = 20_000

/** Sets up an authenticator app for an admin and enters its code for the sign-in of the access token. */
export const stepUp = async ({ handle, site, clock }: Cloud, accessToken: string): Promise<void> => {
  const { key } = await callOperation(handle, site, setUpSecondFactor, {}, accessToken)
  const code = totpCode(key, new Date(clock.now().getTime() - codeAgeMs))
  await callOperation(handle, site, confirmSecondFactor, { code }, accessToken)
}

const itemAt = async (cloud: Cloud, { pk, sk }: Key) =>
  (await cloud.dynamodb.items(tableNameOf(cloud), pk, sk))[0]

/** Returns the code that the admin with this address would enter now: the first that has not been used. */
const codeOf = async (cloud: Cloud, email: string): Promise<{ code: string }> => {
  const address = await itemAt(cloud, keys.address(email.toLowerCase()))
  const userId = String(address?.['user_id'])
  const factor = await itemAt(cloud, keys.secondFactor(userId))
  if (factor === undefined)
    throw new ControlError(404, 'not_found', `${email} has not set up an authenticator app.`)
  const key = unsealKey(userId, { sealed_key: String(factor['sealed_key']) }, secondFactorSecret)
  const lastStep = typeof factor['last_step_at'] === 'string' ? factor['last_step_at'] : ''
  const [, current = new Date(), next = current] = acceptedSteps(cloud.clock.now())
  return { code: totpCode(key, current.toISOString() > lastStep ? current : next) }
}

export const secondFactorRoutes = (cloud: Cloud): ControlRoute[] => [
  {
    method: 'GET',
    path: 'second-factor',
    handle: ({ query }) => codeOf(cloud, query.get('email') ?? ''),
  },
]

import { validateReferral } from '#shared/contract/referrals.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { isTokenExpired, isTokenValid } from '../referral-link.ts'
import { type ReferralRepository, referralRepository } from '../referral.repository.ts'

interface Dependencies {
  readonly referrals: ReferralRepository
}

/** Returns two flags only. Anonymous callers may use this operation, so it does not reveal the referrer. */
export const handle: Handle<typeof validateReferral, Dependencies> = async ({ body, now }, deps) => {
  const found = await deps.referrals.findToken(body.token)
  return { valid: isTokenValid(found, now), expired: isTokenExpired(found, now) }
}

const table = new Table()
export const handler = serve(validateReferral, handle, { referrals: referralRepository(table) }, { table })

import { validateReferral } from '../../../shared/contract/referrals.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { isExpired, isTokenGood } from '../is-token-good.ts'
import { type ReferralRepository, referralRepository } from '../referral.repository.ts'

interface Needs {
  readonly referrals: ReferralRepository
}

/** Two flags and nothing else: whose link it is, is nobody's business here. */
const handle: Handle<typeof validateReferral, Needs> = async ({ body, now }, { referrals }) => {
  const found = await referrals.token(body.token)
  return { valid: isTokenGood(found, now), expired: isExpired(found, now) }
}

const table = new Table()
export const handler = serve(validateReferral, handle, { referrals: referralRepository(table) }, { table })

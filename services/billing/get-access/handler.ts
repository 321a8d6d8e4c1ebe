import { type AccessStatus, getAccess, type PassStatus } from '../../../shared/contract/billing.ts'
import { passEnd, type PassFacts, passUseBy } from '../../../shared/rules/access.ts'
import { isUnpaid } from '../../../shared/rules/entitlement.ts'
import type { Caller } from '../../platform/http/identify.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { hasActivePass, isMemberSubscribed, passOf } from '../../platform/member.ts'
import { Table } from '../../platform/table/table.ts'
import { isAdminNow } from '../../platform/user-pool/admins.ts'

interface Needs {
  readonly isAdmin: (userId: string) => Promise<boolean>
}

const passStatusOf = (pass: PassFacts | undefined): PassStatus | null => {
  if (pass === undefined) return null
  const useBy = passUseBy(pass).toISOString()
  return pass.startedAt === undefined
    ? { state: 'waiting', endsAt: null, useBy }
    : { state: 'running', endsAt: passEnd(pass).toISOString(), useBy }
}

const statusOf = (caller: Caller, isAdmin: boolean, now: Date): AccessStatus => ({
  isSubscribed: isMemberSubscribed(caller, now),
  hasOneTimeAccess: hasActivePass(caller, now),
  // A guest key lives in a browser, not on an account: check-guest-access speaks for it.
  hasGuestAccess: false,
  isAdmin,
  cancelAtPeriodEnd: caller.subscription?.cancel_at_period_end ?? false,
  subscriptionEnd: caller.subscriber?.subscription_end ?? caller.subscription?.current_period_end ?? null,
  subscriptionTier: caller.subscriber?.subscription_tier ?? null,
  paymentDue: isUnpaid(caller.subscription?.status),
  pass: passStatusOf(passOf(caller, now)),
})

/** Answers from the caller's own items, which were read to let them in: nothing more is read of the table. */
const handle: Handle<typeof getAccess, Needs> = async ({ caller, now }, { isAdmin }) =>
  statusOf(caller, await isAdmin(caller.userId), now)

export const handler = serve(getAccess, handle, { isAdmin: isAdminNow }, { table: new Table() })

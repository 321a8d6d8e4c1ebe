import { type AccessStatus, getAccess } from '../../../shared/contract/billing.ts'
import type { Caller } from '../../platform/http/identify.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { hasActivePass, isMemberSubscribed } from '../../platform/member.ts'
import { Table } from '../../platform/table/table.ts'
import { isAdminNow } from '../../platform/user-pool/admins.ts'

interface Needs {
  readonly isAdmin: (userId: string) => Promise<boolean>
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
})

/** Answers from the caller's own items, which were read to let them in: nothing more is read of the table. */
const handle: Handle<typeof getAccess, Needs> = async ({ caller, now }, { isAdmin }) =>
  statusOf(caller, await isAdmin(caller.userId), now)

export const handler = serve(getAccess, handle, { isAdmin: isAdminNow }, { table: new Table() })

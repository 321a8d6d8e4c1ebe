import { type AccessStatus, getAccess, type PassStatus } from '#shared/contract/subscriptions.ts'
import { passEnd, passUseBy } from '#shared/rules/access.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { isAdmin } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import {
  type CurrentPass,
  hasActivePass,
  hasDisputedPass,
  isAccountSubscribed,
  isPaymentDue,
  currentPassOf,
} from '#platform/account/account.ts'
import { recordPassContact } from '#platform/account/pass-contact.ts'
import { keys } from '#platform/table/keys.ts'
import { Table } from '#platform/table/table.ts'

interface Dependencies {
  readonly table: Table
  readonly isAdmin: (caller: Caller, now: Date) => Promise<boolean>
}

const passStatusOf = (pass: CurrentPass | undefined): PassStatus | null => {
  if (pass === undefined) return null
  const minutes = { minutes: pass.minutes, disputedMinutes: pass.disputedMinutes || undefined }
  const useBy = passUseBy(pass).toISOString()
  return pass.startedAt === undefined
    ? { state: 'waiting', endsAt: null, useBy, ...minutes, adviserRepliedAt: pass.unseenReplyAt }
    : { state: 'running', endsAt: passEnd(pass).toISOString(), useBy, ...minutes }
}

const moneyStatusOf = (caller: Caller) => ({
  paymentDue: isPaymentDue(caller),
  balanceDueMinor: caller.subscription?.balance_due_minor ?? null,
  disputed: caller.subscription?.disputed ?? false,
})

const statusOf = (caller: Caller, isAdmin: boolean, now: Date): AccessStatus => ({
  isSubscribed: isAccountSubscribed(caller, now),
  hasOneTimeAccess: hasActivePass(caller, now),
  // Guest keys are stored in the browser and not on an account: see check-guest-access.
  hasGuestAccess: false,
  isAdmin,
  cancelAtPeriodEnd: caller.subscription?.cancel_at_period_end ?? false,
  subscriptionEnd: caller.subscriber?.subscription_end ?? caller.subscription?.current_period_end ?? null,
  subscriptionTier: caller.subscriber?.subscription_tier ?? null,
  ...moneyStatusOf(caller),
  withoutRenewal: isAccountSubscribed(caller, now) && caller.subscription?.status !== 'active',
  pass: passStatusOf(currentPassOf(caller, now)),
  passDisputed: hasDisputedPass(caller, now),
})

/**
 * Reads nothing more from the table: authentication has already loaded the caller's records. Every page makes this
 * call, so only a call from the chat shows that the holder of a waiting pass is present. Members chat on their
 * subscription.
 */
export const handle: Handle<typeof getAccess, Dependencies> = async ({ caller, body, now }, deps) => {
  const isInChat = body.in_chat === true && !isAccountSubscribed(caller, now)
  const pass = isInChat ? currentPassOf(caller, now) : undefined
  if (pass !== undefined)
    await recordPassContact(deps.table, { key: keys.pass(caller.userId, pass.sessionId), ...pass }, now)
  return statusOf(caller, await deps.isAdmin(caller, now), now)
}

const table = new Table()
export const handler = serve(getAccess, handle, { isAdmin, table }, { table })

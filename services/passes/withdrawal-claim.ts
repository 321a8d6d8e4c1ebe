import * as z from 'zod/mini'
import type { Pass } from '#shared/rules/pass.ts'
import { type Key, keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, update } from '#platform/table/write.ts'

interface ClaimedPass {
  readonly firstSessionId: string
  readonly pass: Pass
  readonly version: number
}

/**
 * Time after which the request of a withdrawal has ended or failed, in seconds. Lambda ends it after 25. The other 35 are
 * for a refund that Stripe is still making at that moment.
 */
const requestSeconds = 60

/** Time after which the nightly reconciliation has applied the refund of a request that ended without it, in seconds. */
const keepSeconds = 2 * 24 * 3600

const withdrawalClaim = z.object({
  session: z.string(),
  expires_at_epoch_seconds: z.number(),
  /** The version that the claim gave the pass: each claim has its own. */
  version: z.optional(z.number()),
})
type Claim = z.infer<typeof withdrawalClaim>

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000)

const findClaim = (table: Table, firstSessionId: string): Promise<Claim | undefined> =>
  table.find(keys.passWithdrawal(firstSessionId), withdrawalClaim)

/** Returns whether the purchase of a claim may still be refunded, or be refunded without the pass showing it. */
const isOpen = (
  { session, expires_at_epoch_seconds: expiry }: Claim,
  { purchases }: Pass,
  now: Date,
): boolean => secondsOf(now) <= expiry && purchases[session]?.reversed !== true

/** Returns the time until which the request of a claim may run, in epoch seconds. */
const requestEndOf = ({ version, expires_at_epoch_seconds: expiry }: Claim): number =>
  // The former release stored no version, and its claims expired with the request.
  version === undefined ? expiry : expiry - keepSeconds + requestSeconds

/** State of an unfinished withdrawal: its request may still refund the purchase, or has ended. */
export type OpenWithdrawal = 'running' | 'ended'

/** Finds the latest withdrawal from a pass, unless the pass shows that its purchase is reversed. */
export const findOpenWithdrawal = async (
  table: Table,
  { firstSessionId, pass }: Pick<ClaimedPass, 'firstSessionId' | 'pass'>,
  now: Date,
): Promise<OpenWithdrawal | undefined> => {
  const claim = await findClaim(table, firstSessionId)
  if (claim === undefined || !isOpen(claim, pass, now)) return undefined
  return secondsOf(now) <= requestEndOf(claim) ? 'running' : 'ended'
}

/** The claim of a request on a pass. */
export interface PassClaim {
  /** Ends the claim of a request that has refunded nothing, unless another request for the same purchase may refund. */
  readonly release: () => Promise<void>
}

/**
 * Claims a pass for the withdrawal from one of its purchases. The refunds of two purchases would otherwise be computed as
 * if the other one had paid for the minutes used. A claim changes the version of the pass, so that a payment which extends
 * it is applied before the claim, or finds it.
 *
 * @param stored the pass with the refunds and disputes that Stripe reports: the claim of an earlier request may be over
 * @returns `changed` if the pass has changed since it was read. `in_progress` if the request of a withdrawal from another
 *   purchase may still run
 */
export const claimPass = async (
  table: Table,
  passKey: Key,
  { firstSessionId, pass, version }: ClaimedPass,
  session: string,
  now: Date,
): Promise<PassClaim | 'changed' | 'in_progress'> => {
  const key = keys.passWithdrawal(firstSessionId)
  const at = secondsOf(now)
  // The version of the pass shows if another request claims it after this read.
  const earlier = await findClaim(table, firstSessionId)
  const earlierMayRun = earlier !== undefined && isOpen(earlier, pass, now) && at <= requestEndOf(earlier)
  if (earlierMayRun && earlier.session !== session) return 'in_progress'
  const claimed = version + 1
  const claim: Claim = { session, expires_at_epoch_seconds: at + keepSeconds, version: claimed }
  const { failedCondition } = await table.transact(
    update(passKey, 'ADD version :one', {
      onlyIf: 'version = :version',
      values: { ':version': version, ':one': 1 },
    }),
    put(key, { entity: 'pass_withdrawal', ...claim }),
  )
  if (failedCondition !== undefined) return 'changed'
  const release = async () => {
    if (earlierMayRun) return
    await table.transact(
      update(key, 'SET expires_at_epoch_seconds = :over', {
        onlyIf: 'version = :version',
        values: { ':version': claimed, ':over': at - 1 },
      }),
    )
  }
  return { release }
}

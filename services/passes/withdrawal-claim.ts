import * as z from 'zod/mini'
import type { Pass } from '#shared/rules/pass.ts'
import { type Key, keys } from '#platform/table/keys.ts'
import { put, update, type Write } from '#platform/table/write.ts'

interface ClaimedPass {
  readonly firstSessionId: string
  readonly pass: Pass
  readonly version: number
}

/** Time after which the request of a withdrawal has ended or failed, in seconds. */
const keepSeconds = 300

export const withdrawalClaim = z.object({ session: z.string(), expires_at_epoch_seconds: z.number() })

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000)

/** Returns whether a withdrawal is under way: until the pass shows its purchase as reversed. */
export const isUnderWay = (
  { session, expires_at_epoch_seconds: expiry }: z.infer<typeof withdrawalClaim>,
  { purchases }: Pass,
  now: Date,
): boolean => secondsOf(now) <= expiry && purchases[session]?.reversed !== true

/**
 * Returns the writes that claim a pass for the withdrawal from one of its purchases. They fail if the pass has changed
 * since it was read, and while the withdrawal from another purchase is under way. The refunds of both would otherwise be
 * computed as if the other one had paid for the minutes used. They change the version of the pass, so that a payment
 * which extends it is applied before the claim, or finds it.
 */
export const claimWrites = (
  passKey: Key,
  { firstSessionId, pass, version }: ClaimedPass,
  session: string,
  now: Date,
): Write[] => {
  const epochSeconds = secondsOf(now)
  const reversed = Object.entries(pass.purchases).flatMap(([id, purchase]) => (purchase.reversed ? [id] : []))
  const allowed = [session, ...reversed].map((id, index) => [`:session${index}`, id] as const)
  const claim = {
    entity: 'pass_withdrawal',
    session,
    expires_at_epoch_seconds: epochSeconds + keepSeconds,
  }
  const isFree = [
    'attribute_not_exists(pk)',
    'expires_at_epoch_seconds < :now',
    ...allowed.map(([name]) => `#session = ${name}`),
  ]
  return [
    update(passKey, 'ADD version :one', {
      onlyIf: 'version = :version',
      values: { ':version': version, ':one': 1 },
    }),
    put(keys.passWithdrawal(firstSessionId), claim, {
      onlyIf: isFree.join(' OR '),
      names: { '#session': 'session' },
      values: { ':now': epochSeconds, ...Object.fromEntries(allowed) },
    }),
  ]
}

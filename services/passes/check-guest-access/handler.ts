import { checkGuestAccess } from '#shared/contract/passes.ts'
import type * as z from 'zod/mini'
import {
  blockingReversalOf,
  disputedMinutesOf,
  endOf,
  isGivenUpUnused,
  isUsable,
  minutesOf,
  type Pass,
} from '#shared/rules/pass.ts'
import { recordPassContact } from '#platform/account/pass-contact.ts'
import { hashOf } from '#platform/crypto.ts'
import { enforceRateLimit } from '#platform/http/rate-limit.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { keyOf, type PassRepository, passRepository } from '../pass.repository.ts'

interface Dependencies {
  readonly table: Table
  readonly passes: PassRepository
}

/** Limits wrong keys per IP address. Keys have 256 bits and cannot be guessed: this limits the cost of attempts. */
const wrongKeyLimit = { by: 'client', max: 20, windowSeconds: 60 } as const

type GuestAccess = z.infer<typeof checkGuestAccess.ok>

const accessOf = (pass: Pass): GuestAccess => {
  const end = endOf(pass).toISOString()
  const minutes = { minutes: minutesOf(pass), disputed_minutes: disputedMinutesOf(pass) || undefined }
  return pass.startedAt === undefined
    ? { active: true, use_by: end, ...minutes, adviser_replied_at: pass.unseenReplyAt }
    : { active: true, ends_at: end, ...minutes }
}

/** Returns when a pass expired, if it was paid for, and neither used nor given up. */
const expiryOf = (pass: Pass | undefined, now: Date): Date | undefined => {
  if (pass === undefined || pass.startedAt !== undefined || isGivenUpUnused(pass)) return undefined
  if (minutesOf(pass) === 0) return undefined
  const end = endOf(pass)
  return end <= now ? end : undefined
}

/**
 * Returns the same response for unknown, malformed and unpaid keys and for passes that are used up. A call from the
 * chat with the key of a waiting pass shows that its holder is present.
 */
export const handle: Handle<typeof checkGuestAccess, Dependencies> = async (
  { body, now, client },
  { table, passes },
) => {
  const stored = await passes.findByKeyHash(hashOf(body.guest_key))
  if (stored !== undefined && isUsable(stored.pass, now)) {
    if (body.in_chat === true) await recordPassContact(table, { key: keyOf(stored), ...stored.pass }, now)
    return accessOf(stored.pass)
  }
  const reversal = stored && blockingReversalOf(stored.pass, now)
  if (reversal !== undefined) return { active: false, reversal }
  const expiredAt = expiryOf(stored?.pass, now)
  if (expiredAt !== undefined) return { active: false, expired_at: expiredAt.toISOString() }
  await enforceRateLimit(table, checkGuestAccess.name, wrongKeyLimit, client.address, now)
  return { active: false }
}

const table = new Table()
export const handler = serve(checkGuestAccess, handle, { table, passes: passRepository(table) }, { table })

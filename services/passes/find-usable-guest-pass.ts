import { isUsable } from '#shared/rules/pass.ts'
import { hashOf } from '#platform/crypto.ts'
import type { PassRepository, StoredPass } from './pass.repository.ts'

/** Finds the pass of a guest key. Returns `undefined` for an unknown key and for a pass that is over or refunded. */
export const findUsableGuestPass = async (
  guestKey: string,
  passes: PassRepository,
  now: Date,
): Promise<StoredPass | undefined> => {
  const stored = await passes.findByKeyHash(hashOf(guestKey))
  return stored && isUsable(stored.pass, now) ? stored : undefined
}

import { createHmac } from 'node:crypto'
import { env } from '#platform/env.ts'
import { secret } from '#platform/secrets.ts'

/** Derives the keys of guest passes. A pass is identified by the Checkout Session that first paid for it. */
export interface GuestKeys {
  /** Returns the guest key of a pass: 256 bits, always the same. */
  keyOf(firstSessionId: string): Promise<string>
  /** Returns the token in the link of the pass email, which proves the right to restore the guest key. */
  receiptTokenOf(firstSessionId: string): Promise<string>
}

/**
 * Keys are derived from a secret and not random: they can be returned again to the browser that paid and to
 * the holder of the pass email, although the table stores only their hash.
 */
export const guestKeysFrom = (readSecret: () => Promise<string>): GuestKeys => {
  const derive = async (purpose: string, firstSessionId: string) =>
    createHmac('sha256', await readSecret())
      .update(`${purpose}:${firstSessionId}`)
      .digest('base64url')
  return {
    keyOf: (firstSessionId) => derive('guest-key', firstSessionId),
    receiptTokenOf: (firstSessionId) => derive('receipt-token', firstSessionId),
  }
}

export const guestKeys = guestKeysFrom(() => secret(env('GUEST_KEY_SECRET_ID')))

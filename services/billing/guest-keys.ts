import { createHmac } from 'node:crypto'
import { env } from '../platform/env.ts'
import { secret } from '../platform/secrets.ts'

/** Who can make the keys of guest passes: whoever knows the secret. */
export interface GuestKeys {
  /** The key of the pass that this Checkout Session was the first to pay for: 256 bits, always the same. */
  keyOf(root: string): Promise<string>
  /** What proves, in the receipt's link, that its holder may have the key back. */
  wayBackOf(root: string): Promise<string>
}

/**
 * Keys are derived from a secret, not drawn: the key can be given again, to the browser that paid and to the
 * holder of the receipt, although the table knows only its hash.
 */
export const guestKeysFrom = (readSecret: () => Promise<string>): GuestKeys => {
  const derive = async (purpose: string, root: string) =>
    createHmac('sha256', await readSecret())
      .update(`${purpose}:${root}`)
      .digest('base64url')
  return {
    keyOf: (root) => derive('guest-key', root),
    wayBackOf: (root) => derive('way-back', root),
  }
}

export const guestKeys = guestKeysFrom(() => secret(env('GUEST_KEY_SECRET_ID')))

import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** How long a secret that was replaced goes on signing, in seconds: Stripe's longest. */
const longestGrace = 24 * 3600

/** The secrets that events are signed with: one, or two while one is being replaced. */
export interface SigningSecrets {
  current(): string
  /** Makes a new secret; the one before signs as well for a while (in seconds, a day at most). */
  rotate(graceSeconds?: number): { secret: string; previousUntil: string }
  /** `Stripe-Signature` for a body sent now: https://docs.stripe.com/webhooks#verify-manually. */
  sign(body: string): string
  reset(): void
}

export const createSigningSecrets = (clock: Clock, first: string): SigningSecrets => {
  let secret = first
  let previous: { readonly secret: string; readonly until: Date } | undefined
  return {
    current: () => secret,
    rotate: (graceSeconds = longestGrace) => {
      const grace = Math.min(graceSeconds, longestGrace)
      const until = new Date(clock.now().getTime() + grace * 1000)
      previous = { secret, until }
      secret = `whsec_${randomBytes(24).toString('hex')}`
      return { secret, previousUntil: until.toISOString() }
    },
    sign: (body) => {
      const now = clock.now()
      const at = Math.floor(now.getTime() / 1000)
      const valid = previous && previous.until > now ? [secret, previous.secret] : [secret]
      const signatures = valid.map(
        (one) => `v1=${createHmac('sha256', one).update(`${at}.${body}`).digest('hex')}`,
      )
      return [`t=${at}`, ...signatures].join(',')
    },
    reset: () => {
      secret = first
      previous = undefined
    },
  }
}

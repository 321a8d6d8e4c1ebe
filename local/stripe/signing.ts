import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '#local/kit/clock.ts'

/** Time for which a replaced secret stays valid, in seconds: Stripe's maximum. */
const maxGraceSeconds = 24 * 3600

/** The secrets that sign events: one, or two during a rotation. */
export interface SigningSecrets {
  current(): string
  /** Creates a new secret. The old one also signs for `graceSeconds`, at most one day. */
  rotate(graceSeconds?: number): { secret: string; previousUntil: string }
  /** Returns the `Stripe-Signature` of a body sent now: https://docs.stripe.com/webhooks#verify-manually. */
  sign(body: string): string
  reset(): void
}

export const createSigningSecrets = (clock: Clock, initial: string): SigningSecrets => {
  let secret = initial
  let previous: { readonly secret: string; readonly until: Date } | undefined
  return {
    current: () => secret,
    rotate: (graceSeconds = maxGraceSeconds) => {
      const grace = Math.min(graceSeconds, maxGraceSeconds)
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
      secret = initial
      previous = undefined
    },
  }
}

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '#local/kit/clock.ts'

/** A sign-in: one refresh token and all tokens issued with it. */
export interface SignIn {
  readonly originJti: string
  readonly eventId: string
  readonly poolId: string
  readonly clientId: string
  readonly userId: string
  readonly signedInAtSeconds: number
  readonly refreshExpiresAtMs: number
  revoked: boolean
}

export interface SignIns {
  /** Opens a sign-in. Stores only the hash of the refresh token. */
  open(of: { poolId: string; clientId: string; userId: string; refreshSeconds: number }): {
    signIn: SignIn
    refreshToken: string
  }
  byRefreshToken(token: string): SignIn | undefined
  byOriginJti(originJti: unknown): SignIn | undefined
  revokeAllOf(poolId: string, userId: string): void
  clear(): void
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export const createSignIns = (clock: Clock): SignIns => {
  const byHash = new Map<string, SignIn>()
  const byJti = new Map<string, SignIn>()
  return {
    open: ({ refreshSeconds, ...owner }) => {
      const nowMs = clock.now().getTime()
      const refreshToken = randomBytes(256).toString('base64url')
      const signIn: SignIn = {
        ...owner,
        originJti: randomUUID(),
        eventId: randomUUID(),
        signedInAtSeconds: Math.floor(nowMs / 1000),
        refreshExpiresAtMs: nowMs + refreshSeconds * 1000,
        revoked: false,
      }
      byHash.set(hashOf(refreshToken), signIn)
      byJti.set(signIn.originJti, signIn)
      return { signIn, refreshToken }
    },
    byRefreshToken: (token) => byHash.get(hashOf(token)),
    byOriginJti: (originJti) => (typeof originJti === 'string' ? byJti.get(originJti) : undefined),
    revokeAllOf: (poolId, userId) => {
      for (const signIn of byJti.values())
        if (signIn.poolId === poolId && signIn.userId === userId) signIn.revoked = true
    },
    clear: () => {
      byHash.clear()
      byJti.clear()
    },
  }
}

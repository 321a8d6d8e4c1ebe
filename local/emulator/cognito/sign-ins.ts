import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '#local/kit/clock.ts'

/** A sign-in: its refresh token, those that replaced it, and all tokens issued with them. */
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

export interface RefreshToken {
  readonly signIn: SignIn
  /** Time at which the token was first exchanged for another. Undefined for the newest of a sign-in. */
  rotatedAtMs: number | undefined
}

export interface SignIns {
  /** Opens a sign-in. Stores only the hash of the refresh token. */
  open(of: { poolId: string; clientId: string; userId: string; refreshSeconds: number }): {
    signIn: SignIn
    refreshToken: string
  }
  byRefreshToken(token: string): RefreshToken | undefined
  /** Returns a new refresh token of the same sign-in, which expires when the first one would have. */
  rotate(token: RefreshToken): string
  byOriginJti(originJti: unknown): SignIn | undefined
  revokeAllOf(poolId: string, userId: string): void
  clear(): void
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export const createSignIns = (clock: Clock): SignIns => {
  const byHash = new Map<string, RefreshToken>()
  const issue = (signIn: SignIn): string => {
    const token = randomBytes(256).toString('base64url')
    byHash.set(hashOf(token), { signIn, rotatedAtMs: undefined })
    return token
  }
  const byJti = new Map<string, SignIn>()
  return {
    open: ({ refreshSeconds, ...owner }) => {
      const nowMs = clock.now().getTime()
      const signIn: SignIn = {
        ...owner,
        originJti: randomUUID(),
        eventId: randomUUID(),
        signedInAtSeconds: Math.floor(nowMs / 1000),
        refreshExpiresAtMs: nowMs + refreshSeconds * 1000,
        revoked: false,
      }
      byJti.set(signIn.originJti, signIn)
      return { signIn, refreshToken: issue(signIn) }
    },
    byRefreshToken: (token) => byHash.get(hashOf(token)),
    rotate: (token) => {
      token.rotatedAtMs ??= clock.now().getTime()
      return issue(token.signIn)
    },
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

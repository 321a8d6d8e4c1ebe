import { randomBytes } from 'node:crypto'
import type { Clock } from '#local/kit/clock.ts'
import { notAuthorised } from './errors.ts'
import type { SrpExchange } from './srp.ts'

/** Cognito's default `AuthSessionValidity`. */
const validForMs = 3 * 60 * 1000

/** A sign-in in progress. If the user does not exist, `userId` is a generated id. */
interface Attempt {
  readonly poolId: string
  readonly clientId: string
  readonly userId: string
  /** The name as typed. Clients may send it instead of `userId`. */
  readonly submittedName: string
}

export interface PasswordVerifierChallenge extends Attempt {
  readonly name: 'PASSWORD_VERIFIER'
  readonly exchange: SrpExchange
}

/** The result of an earlier challenge, as passed to the triggers. */
export interface ChallengeResult {
  readonly challengeName: string
  readonly challengeResult: boolean
  readonly challengeMetadata: string | null
}

export interface CustomChallenge extends Attempt {
  readonly name: 'CUSTOM_CHALLENGE'
  readonly session: readonly ChallengeResult[]
  readonly privateParameters: Readonly<Record<string, string>>
  readonly metadata: string | null
}

export type Challenge = PasswordVerifierChallenge | CustomChallenge

export interface Challenges {
  /** Stores a challenge and returns a handle that can be used once, within three minutes. */
  open(challenge: Challenge): string
  take(handle: string): Challenge
  clear(): void
}

export const createChallenges = (clock: Clock): Challenges => {
  const open = new Map<string, { challenge: Challenge | 'used'; expiresAtMs: number }>()
  const sweep = (nowMs: number) => {
    // Keep expired challenges for a while, so that they get a different error from unknown ones.
    for (const [handle, { expiresAtMs }] of open)
      if (expiresAtMs + 10 * validForMs < nowMs) open.delete(handle)
  }
  return {
    open: (challenge) => {
      const nowMs = clock.now().getTime()
      sweep(nowMs)
      const handle = randomBytes(96).toString('base64')
      open.set(handle, { challenge, expiresAtMs: nowMs + validForMs })
      return handle
    },
    take: (handle) => {
      const found = open.get(handle)
      if (!found) throw notAuthorised('Invalid session for the user.')
      if (found.challenge === 'used')
        throw notAuthorised('Invalid session for the user, session can only be used once.')
      if (found.expiresAtMs <= clock.now().getTime())
        throw notAuthorised('Invalid session for the user, session is expired.')
      open.set(handle, { ...found, challenge: 'used' })
      return found.challenge
    },
    clear: () => open.clear(),
  }
}

import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { notAuthorised } from './errors.ts'
import type { SrpExchange } from './srp.ts'

/** Cognito's default `AuthSessionValidity`. */
const validForMs = 3 * 60 * 1000

/** Somebody in the middle of signing in; `userId` belongs to nobody when the user does not exist. */
interface Attempt {
  readonly poolId: string
  readonly clientId: string
  readonly userId: string
  /** The name as typed; clients may repeat it instead of `userId`. */
  readonly typedName: string
}

export interface PasswordVerifierChallenge extends Attempt {
  readonly name: 'PASSWORD_VERIFIER'
  readonly exchange: SrpExchange
}

/** One earlier answer, as the triggers see it. */
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
  /** Keeps a challenge and answers the handle with which it can be answered once, within three minutes. */
  open(challenge: Challenge): string
  take(handle: string): Challenge
  clear(): void
}

export const createChallenges = (clock: Clock): Challenges => {
  const open = new Map<string, { challenge: Challenge | 'answered'; expiresAtMs: number }>()
  const sweep = (nowMs: number) => {
    // Expired ones are kept for a while, to be told apart from ones that never existed.
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
      if (found.challenge === 'answered')
        throw notAuthorised('Invalid session for the user, session can only be used once.')
      if (found.expiresAtMs <= clock.now().getTime())
        throw notAuthorised('Invalid session for the user, session is expired.')
      open.set(handle, { ...found, challenge: 'answered' })
      return found.challenge
    },
    clear: () => open.clear(),
  }
}

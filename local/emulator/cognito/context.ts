import type { Clock } from '#local/kit/clock.ts'
import type { Challenges } from './challenges.ts'
import type { Lockout } from './lockout.ts'
import type { Pools } from './pools.ts'
import type { SignIns } from './sign-ins.ts'
import type { TokenSigner } from './tokens.ts'
import type { RunTrigger } from './triggers.ts'

/** The shared state of all calls. */
export interface CognitoContext {
  readonly clock: Clock
  readonly pools: Pools
  readonly tokens: TokenSigner
  readonly signIns: SignIns
  readonly challenges: Challenges
  readonly lockout: Lockout
  readonly runTrigger: RunTrigger
  /** Makes responses about users who do not exist consistent, but not guessable. */
  readonly fakeIdentityKey: Buffer
}

import type { Clock } from '../../clock.ts'
import type { Challenges } from './challenges.ts'
import type { Lockout } from './lockout.ts'
import type { Pools } from './pools.ts'
import type { SignIns } from './sign-ins.ts'
import type { TokenSigner } from './tokens.ts'
import type { RunTrigger } from './triggers.ts'

/** Everything that the calls of the stand-in share. */
export interface World {
  readonly clock: Clock
  readonly pools: Pools
  readonly tokens: TokenSigner
  readonly signIns: SignIns
  readonly challenges: Challenges
  readonly lockout: Lockout
  readonly runTrigger: RunTrigger
  /** Makes what is answered about users who do not exist steady, without being guessable. */
  readonly disguiseKey: Buffer
}

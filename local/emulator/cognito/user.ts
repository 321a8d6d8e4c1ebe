import type { SrpCredential } from './srp.ts'

export interface User {
  /** The `sub`, a UUID. Pools with sign-in by email use it as the username. */
  readonly id: string
  readonly createdAt: Date
  modifiedAt: Date
  attributes: Readonly<Record<string, string>>
  credential: SrpCredential
  status: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED'
  enabled: boolean
  readonly groups: Set<string>
}

/** The users of each pool, by the pool's id. */
export type UsersOfPools = ReadonlyMap<string, ReadonlyMap<string, User>>

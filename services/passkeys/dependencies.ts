import type { Table } from '#platform/table/table.ts'
import { type PasskeyRepository, passkeyRepository } from './passkey.repository.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

export interface PasskeyDependencies {
  readonly passkeys: PasskeyRepository
  /** Undefined if passkeys are off on the stage. */
  readonly relyingParty: RelyingParty | undefined
}

/** Creates the production dependencies of the operations. */
export const passkeyDependencies = (table: Table): PasskeyDependencies => ({
  passkeys: passkeyRepository(table),
  relyingParty: relyingParty(),
})

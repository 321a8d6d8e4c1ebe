import type { Table } from '../platform/table/table.ts'
import { adminIds } from '../platform/user-pool/admins.ts'
import { clearingNeeds } from './clearing-needs.ts'
import type { DeletionNeeds } from './delete-account.ts'
import { leavingRepository } from './leaving.repository.ts'
import { stripeAccount } from './stripe-account.ts'

/** What deletes an account, on this table and at Stripe. */
export const deletionNeeds = (table: Table): DeletionNeeds => ({
  ...clearingNeeds(table),
  payments: stripeAccount,
  leaving: leavingRepository(table),
  adminIds,
})

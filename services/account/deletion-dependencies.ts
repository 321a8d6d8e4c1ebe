import type { Table } from '#platform/table/table.ts'
import { adminIds } from '#platform/user-pool/admins.ts'
import { repayBeforeDeletion } from '#services/subscriptions/public.ts'
import { adminDeletionRepository } from './admin-deletion.repository.ts'
import type { DeletionDependencies } from './delete-account.ts'
import { purgeDependencies } from './purge-dependencies.ts'
import { stripeCustomers } from './stripe-customers.ts'

/** Creates the production dependencies of an account deletion. */
export const deletionDependencies = (table: Table): DeletionDependencies => ({
  ...purgeDependencies(table),
  stripeCustomers,
  repayBeforeDeletion,
  adminDeletions: adminDeletionRepository(table),
  adminIds,
})

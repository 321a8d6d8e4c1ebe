import type { FormerEmail } from '#platform/account/records.ts'

/** Without `until`: the current address. */
interface Address {
  readonly email: string
  readonly until?: string | undefined
}

/**
 * Returns the addresses that an account has and had. Data stored under a former one later is of its next owner, and so
 * is data stored under the address of a deleted account after `tombstoned_at`.
 */
export const addressesOf = ({
  email,
  former_emails = [],
  tombstoned_at: until,
}: {
  readonly email: string
  readonly former_emails?: readonly FormerEmail[] | undefined
  readonly tombstoned_at?: string | undefined
}): readonly Address[] => [{ email, until }, ...former_emails]

/** Tells whether data of this time belongs to the account that had the address. */
export const isOfAccount = ({ until }: Address, at: string): boolean => until === undefined || at <= until

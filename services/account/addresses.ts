import type { FormerEmail } from '#platform/account/records.ts'

/** Without `until`: the current address. */
interface Address {
  readonly email: string
  readonly until?: string | undefined
}

/** Returns the addresses that an account has and had. Data stored under a former one later is of its next owner. */
export const addressesOf = ({
  email,
  former_emails = [],
}: {
  readonly email: string
  readonly former_emails?: readonly FormerEmail[] | undefined
}): readonly Address[] => [{ email }, ...former_emails]

/** Tells whether data of this time belongs to the account that had the address. */
export const isOfAccount = ({ until }: Address, at: string): boolean => until === undefined || at <= until

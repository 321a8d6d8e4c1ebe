import type { Span } from '#platform/account/former-address.ts'
import type { FormerEmail } from '#platform/account/records.ts'

/** An address, and the span in which an account had it. */
export interface AddressSpan extends Span {
  readonly email: string
}

/**
 * Returns the addresses that an account has and had. Data stored under one before or after belongs to another owner, and
 * so does data stored under the address of a deleted account after `tombstoned_at`.
 *
 * @param email_from time at which the previous owner of the current address gave it up
 */
export const addressesOf = ({
  email,
  email_from: from,
  former_emails = [],
  tombstoned_at: until,
}: {
  readonly email: string
  readonly email_from?: string | undefined
  readonly former_emails?: readonly FormerEmail[] | undefined
  readonly tombstoned_at?: string | undefined
}): readonly AddressSpan[] => [{ email, from, until }, ...former_emails]

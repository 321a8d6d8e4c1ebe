import type { Span } from '#platform/account/former-address.ts'
import type { FormerEmail } from '#platform/account/records.ts'

/** An address, and the span in which an account had it. */
export interface AddressSpan extends Span {
  readonly email: string
}

/**
 * Returns the current and former addresses of an account, each with the span in which the account had it. Data stored
 * under an address before or after its span belongs to another owner.
 *
 * @param email_from time at which the previous owner of the current address gave it up
 * @param tombstoned_at end of the span of the current address, if the account is deleted
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

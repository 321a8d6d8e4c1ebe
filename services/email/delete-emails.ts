import type { EmailContent } from '#shared/contract/email.ts'
import { isWithin, type Span } from '#platform/account/former-address.ts'
import { inGroups } from '#platform/in-groups.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { update } from '#platform/table/write.ts'
import { type StoredEmail, outboxRepository } from './outbox.repository.ts'

/**
 * Security emails warn the owner of an account. A stranger who changes and then deletes the account must not be able to
 * stop them.
 */
const securityEmails: readonly EmailContent['template'][] = [
  'email-change',
  'password-changed',
  'passkey-changed',
  'account-deleted',
]

/** A payment that is returned concerns its payer even without an account. A deletion itself can cause a refund. */
const reversalEmails: readonly EmailContent['template'][] = [
  'withdrawal',
  'refunded',
  'refund-failed',
  'dispute',
]

/** Returns whether an email is sent although its account is deleted. Its content is deleted once it is sent. */
const outlivesAccount = ({ content }: StoredEmail): boolean =>
  [...securityEmails, ...reversalEmails].some((template) => template === content?.template)

/** Lets an email be deleted as soon as it is sent. Deletes one that was sent in the meantime. */
const forgetWhenSent = async (table: Table, cause: string): Promise<void> => {
  const { failedCondition } = await table.transact(
    update(keys.outboxEmail(cause), 'SET forget_when_sent = :true', {
      onlyIf: '#status = :waiting OR #status = :sending',
      names: { '#status': 'status' },
      values: { ':true': true, ':waiting': 'waiting', ':sending': 'sending' },
      otherwise: 'sent',
    }),
  )
  if (failedCondition !== undefined) await table.delete(keys.outboxEmail(cause))
}

/** An address and the span in which its emails are deleted. */
interface Address extends Span {
  readonly email: string
}

/**
 * Deletes the emails to an address of a deleted account, waiting or sent. Emails to guests stay. Security emails,
 * and those about refunds and disputes, are deleted as soon as they are sent.
 */
export const deleteEmailsTo = async (table: Table, address: Address): Promise<void> => {
  const emails = await outboxRepository(table).listFor(address.email)
  const own = emails.filter(
    ({ for_guest: isForGuest, created_at: at }) => !isForGuest && isWithin(address, at),
  )
  await inGroups(own, (email) =>
    outlivesAccount(email) ? forgetWhenSent(table, email.cause) : table.delete(keys.outboxEmail(email.cause)),
  )
}

/**
 * Deletes the emails with the links of one pending sign-up. Other emails to its address stay: a stranger may have
 * entered the address of somebody who is waiting for a reply, or for the link of another sign-up.
 */
export const deleteSignUpEmails = async (
  table: Table,
  { userId, email: address }: { readonly userId: string; readonly email: string },
): Promise<void> => {
  const template: EmailContent['template'] = 'verify-address'
  for (const { cause } of await outboxRepository(table).listFor(address))
    if (cause.startsWith(`${template}:${userId}:`)) await table.delete(keys.outboxEmail(cause))
}

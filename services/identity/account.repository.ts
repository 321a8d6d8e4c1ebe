import type { EmailContent, EmailContentOf } from '#shared/contract/email.ts'
import { type Account, findAccount, requireActiveAccount } from '#platform/account/account.ts'
import { type AddressRecord, addressRecord, findIdByAddress } from '#platform/account/address.ts'
import type { ProfileRecord } from '#platform/account/records.ts'
import { hashOf } from '#platform/crypto.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { keys } from '#platform/table/keys.ts'
import { parseFirst } from '#platform/parse-each.ts'
import type { Table } from '#platform/table/table.ts'
import { update, type Write } from '#platform/table/write.ts'

interface Recipient {
  /** The user id, or for an address without an account a hash of the address. */
  readonly owner: string
  readonly email: string
  /** The account that the link is for. Nothing is stored if it has been deleted in the meantime. */
  readonly account?: string
}

/** Finds accounts by id or address, and queues the emails with links for them. */
export const accountRepository = (table: Table) => ({
  /** Finds the account with this id. Returns `undefined` if it does not exist or was deleted. */
  find: (userId: string) => findAccount(table, userId),

  /** Finds the id of the account that has confirmed this address, with one read. */
  findIdByEmail: (email: string) => findIdByAddress(table, email),

  /** Finds the account that has confirmed this address. */
  async findByEmail(email: string): Promise<Account | undefined> {
    const userId = await findIdByAddress(table, email)
    return userId === undefined ? undefined : findAccount(table, userId)
  },

  /** Records that the user pool has a confirmed address, so that no scheduled run repeats it. */
  async markFinished(email: string, userId: string): Promise<void> {
    await table.transact(
      update(keys.address(email), 'REMOVE gsi1pk, gsi1sk', {
        onlyIf: 'user_id = :user',
        values: { ':user': userId },
      }),
    )
  },

  /**
   * Lists addresses whose confirmation has steps left, and whose confirmation or latest attempt was before this time,
   * earliest first.
   */
  listUnfinished(before: Date, limit: number): Promise<AddressRecord[]> {
    const items = table.eachListed(keys.unfinishedSignUps('').gsi1pk, before.toISOString(), limit)
    return parseFirst(items, (item) => addressRecord.parse(item), limit)
  },

  /** Moves an address to the end of that list, so that addresses that always fail do not hold up the others. */
  recordAttempt: (email: string, now: Date): Promise<void> =>
    table.moveInIndex(keys.address(email), keys.unfinishedSignUps(now.toISOString())),

  /** Stores a link and queues the email that contains it, in one transaction. */
  async queueLinkEmail({ owner, email, account }: Recipient, link: Write, content: EmailContent, now: Date) {
    await table.transact(
      ...(account === undefined ? [] : [requireActiveAccount(account, 'deleted')]),
      link,
      emailWrite({ cause: `${content.template}:${owner}:${now.toISOString()}`, to: email, content, now }),
    )
  },

  /** Stores a link and queues its email, which reports an attempt to use the address of an account again. */
  async queueAlreadyRegisteredEmail(
    { user_id: userId, email }: Pick<ProfileRecord, 'user_id' | 'email'>,
    link: Write,
    content: EmailContentOf<'already-registered'>,
    now: Date,
  ): Promise<void> {
    await table.transact(
      requireActiveAccount(userId, 'deleted'),
      link,
      emailWrite({
        // At most one email an hour, however many attempts there are.
        cause: `already-registered:${hashOf(email)}:${now.toISOString().slice(0, 13)}`,
        to: email,
        content,
        now,
      }),
    )
  },
})

export type AccountRepository = ReturnType<typeof accountRepository>

import { expect } from 'vitest'
import { toValues } from '#test/kit/in-memory/attributes.ts'
import { accountHolders } from '../delete-account.ts'
import { userNames, type UserName, type World } from '../world.ts'
import type { ChaosWorld } from './chaos-world.ts'

/** Id and addresses of an account whose deletion has taken effect. */
interface DeletedAccount {
  readonly account: string
  readonly name: UserName
  readonly emails: readonly string[]
}

const nameOf = (account: string): UserName | undefined =>
  userNames.find((name) => account === name || account.startsWith(`${name}-`))

/** Lists the accounts that have a tombstone. A deletion that failed before it has left the account intact. */
export const listDeleted = async ({ deletedAccounts, deps }: World): Promise<DeletedAccount[]> => {
  const found: DeletedAccount[] = []
  for (const { account, emails } of deletedAccounts) {
    const name = nameOf(account)
    if (name !== undefined && (await deps.customers.find(account)) === undefined)
      found.push({ account, name, emails })
  }
  return found
}

/** Lists the texts in an item. Ids and addresses are parts of keys and causes. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.split(/[#:]/)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Items of the library name the admin who added them. The journeys let users be admins. */
const mayKeepIds = ['tombstone', 'audit', 'library_file', 'file_title', 'media_link']

/** Returns whether an item may have the id of a deleted account. The record of a sent email has it in its cause. */
const mayHaveId = ({ entity, content }: Readonly<Record<string, unknown>>): boolean =>
  mayKeepIds.includes(String(entity)) || (entity === 'email' && content === undefined)

/** Emails about a payment, which Stripe can report long after the deletion. Their records end after 30 days. */
const aboutMoney = /^(?:receipt|payment-failed|ended|refund|dispute|pass|withdrawal)[\w-]*:/

/** Returns whether an item may have the address of a deleted account. */
const mayHaveAddress = ({ entity, content, cause }: Readonly<Record<string, unknown>>): boolean =>
  entity === 'email' && content === undefined && aboutMoney.test(String(cause))

/**
 * Returns the addresses of a deleted account that nobody else can have. There are none if its owner has signed up
 * again. There are none either if the clock was set back, because items that are stored after a deletion or a change of
 * address may belong to the next owner of the address.
 */
const ownAddresses = (
  { name, emails }: DeletedAccount,
  holders: readonly UserName[],
  wasSetBack: boolean,
): readonly string[] =>
  holders.includes(name) || wasSetBack ? [] : emails.filter((email) => email.startsWith(name))

/**
 * Returns whether an item is a message from the contact page, or its receipt, that may belong to the next owner of its
 * address. An account gives an address up at a time that is read before the transaction. A message between the two is
 * from after that time, and is kept.
 */
const mayBeOfNextOwner = (
  { messages }: ChaosWorld['expected'],
  { entity, cause, received_at, created_at }: Readonly<Record<string, unknown>>,
): boolean => {
  const isReceipt = entity === 'email' && String(cause).startsWith('contact-receipt:')
  const sentAt = entity === 'contact' ? received_at : isReceipt ? created_at : undefined
  return messages.some(({ at, wasTogether }) => wasTogether && at.toISOString() === sentAt)
}

/** The whole table has neither the id nor an address of a deleted account, unless its owner has signed up again. */
export const expectNoTraceOfDeleted = async (chaos: ChaosWorld): Promise<void> => {
  const { billing: world, wasSetBack, expected } = chaos
  const holders = await accountHolders(world)
  for (const deleted of await listDeleted(world)) {
    const { account } = deleted
    const addresses = ownAddresses(deleted, holders, wasSetBack)
    const traces = world.database
      .all()
      .map((item) => toValues(item))
      .filter((item) => {
        const texts = textsIn(item)
        const hasId = texts.includes(account) && !mayHaveId(item)
        const hasAddress = addresses.some((email) => texts.includes(email)) && !mayHaveAddress(item)
        return hasId || (hasAddress && !mayBeOfNextOwner(expected, item))
      })
    expect(traces, `items of the deleted account ${account}`).toEqual([])
  }
}

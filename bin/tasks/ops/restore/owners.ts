import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { isRetained } from '#services/account/partition.ts'
import { searchTermsOf } from '#services/identity/public.ts'
import { keys, termOfSearchEntry, userIdOfSearchEntry } from '#platform/table/keys.ts'
import { idOf, keyOf, readItems, textOf, type ItemKey, type RawItem } from './items.ts'

const userPrefix = keys.profile('').pk
const entityOf = (item: RawItem): string => textOf(item['entity'])

/** Returns the id of the account that an item belongs to, or undefined if it belongs to none. */
const ownerOf = (item: RawItem): string | undefined => {
  const { pk, sk } = keyOf(item)
  if (pk.startsWith(userPrefix)) return pk.slice(userPrefix.length)
  return entityOf(item) === 'account_search' ? userIdOfSearchEntry(sk) : item['user_id']?.S
}

/**
 * Returns whether a record is kept without its account. The deletion of a tombstoned account is, because it also
 * empties other systems.
 */
const outlivesAccount = (item: RawItem): boolean =>
  isRetained(item['entity']?.S) || (entityOf(item) === 'deletion' && textOf(item['stage']) === 'tombstoned')

/** Returns the item in which a payment for a pass is recorded. */
const passKeyOf = (payment: RawItem): ItemKey => {
  const [userId, pass, keyHash] = [
    payment['user_id']?.S,
    textOf(payment['pass']),
    textOf(payment['key_hash']),
  ]
  return userId === undefined ? keys.guestPass(keyHash) : keys.pass(userId, pass)
}

/** Returns the items with this entity, by their keys. */
const itemsOf = (items: readonly RawItem[], entity: string): Map<string, RawItem> =>
  new Map(items.flatMap((item) => (entityOf(item) === entity ? [[idOf(keyOf(item)), item] as const] : [])))

/** Returns the profiles that can be added to a table, where no other account has their address. */
const addable = async (
  { client, table }: { client: DynamoDBClient; table: string },
  profiles: readonly RawItem[],
): Promise<RawItem[]> => {
  const addressOf = (profile: RawItem) => keys.address(textOf(profile['email']))
  const holders = await readItems(client, table, profiles.map(addressOf))
  return profiles.filter((profile) => {
    const holder = holders.get(idOf(addressOf(profile)))
    return holder === undefined || textOf(holder['user_id']) === textOf(profile['user_id'])
  })
}

/**
 * Returns whether an item about the address or the name of an account agrees with its profile. If the account changed
 * them after the point in time, the restored profile has the earlier ones.
 */
const agreesWith = (profile: RawItem, item: RawItem): boolean => {
  const email = textOf(profile['email'])
  switch (entityOf(item)) {
    case 'address':
      return textOf(item['email']) === email
    case 'former_address':
      return textOf(item['email']) !== email
    case 'account_search': {
      const [full_name, company_name] = [textOf(profile['full_name']), textOf(profile['company_name'])]
      return searchTermsOf({ email, full_name, company_name }).includes(termOfSearchEntry(keyOf(item).sk))
    }
    default:
      return true
  }
}

/**
 * Returns the items that can be added to a table without becoming orphans, because their account is in the table or is
 * added too. Leaves out addresses and names that do not agree with the profile. Leaves out a payment for a pass if the
 * pass is not among the items, so that the reconciliation applies the payment again.
 */
export const withoutOrphans = async (
  target: { readonly client: DynamoDBClient; readonly table: string },
  items: readonly RawItem[],
): Promise<RawItem[]> => {
  const profiles = itemsOf(items, 'profile')
  const added = await addable(target, [...profiles.values()])
  const owners = [...new Set(items.flatMap((item) => ownerOf(item) ?? []))]
  const stored = await readItems(target.client, target.table, owners.map(keys.profile))
  const accounts = new Map(
    [...itemsOf([...stored.values()], 'profile').values(), ...added].map((item) => [
      textOf(item['user_id']),
      item,
    ]),
  )
  const passes = itemsOf(items, 'pass')
  const isPaid = (item: RawItem) => entityOf(item) !== 'pass_payment' || passes.has(idOf(passKeyOf(item)))
  return items.filter((item) => {
    const owner = ownerOf(item)
    const profile = owner === undefined ? undefined : accounts.get(owner)
    const isOwned = owner === undefined || (profile !== undefined && agreesWith(profile, item))
    return outlivesAccount(item) || (isOwned && isPaid(item))
  })
}

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { isRetained } from '#services/account/partition.ts'
import { keys, userIdOfSearchEntry } from '#platform/table/keys.ts'
import { idOf, keyOf, readItems, textOf, type ItemKey, type RawItem } from './items.ts'

const userPrefix = keys.profile('').pk
const entityOf = (item: RawItem): string => textOf(item['entity'])

/** Returns the id of the account that an item belongs to. Undefined for one that belongs to none. */
const ownerOf = (item: RawItem): string | undefined => {
  const { pk, sk } = keyOf(item)
  if (pk.startsWith(userPrefix)) return pk.slice(userPrefix.length)
  return entityOf(item) === 'account_search' ? userIdOfSearchEntry(sk) : item['user_id']?.S
}

/** A record that is kept without its account. The purge of a deleted account also empties other systems. */
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

/** Returns the profiles of these that can be added to a table: no other account has their address there. */
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
 * Returns those of these items that can be added to a table without becoming orphans: their account is in the table, or
 * is added with them. A payment for a pass is left out if its pass is not among them: the reconciliation then applies the
 * payment again.
 */
export const withoutOrphans = async (
  target: { readonly client: DynamoDBClient; readonly table: string },
  items: readonly RawItem[],
): Promise<RawItem[]> => {
  const profiles = itemsOf(items, 'profile')
  const added = await addable(target, [...profiles.values()])
  const owners = [...new Set(items.flatMap((item) => ownerOf(item) ?? []))]
  const stored = await readItems(target.client, target.table, owners.map(keys.profile))
  const accounts = new Set(
    [...itemsOf([...stored.values()], 'profile').values(), ...added].map((item) => textOf(item['user_id'])),
  )
  const passes = itemsOf(items, 'pass')
  const isPaid = (item: RawItem) => entityOf(item) !== 'pass_payment' || passes.has(idOf(passKeyOf(item)))
  return items.filter((item) => {
    const owner = ownerOf(item)
    return outlivesAccount(item) || ((owner === undefined || accounts.has(owner)) && isPaid(item))
  })
}

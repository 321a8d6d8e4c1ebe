import { keys } from '../table/keys.ts'
import type { Table } from '../table/table.ts'
import { rateSubject } from './rate-limit.ts'

/** Deletes every rate-limit counter of one account, by its user id and its email address. */
export const deleteRateCounters = async (
  table: Table,
  subjects: Readonly<Record<'user' | 'email', string>>,
): Promise<void> => {
  // Loaded here, because the contract of all operations would double the time that these functions take to start.
  const { contract, operations } = await import('#shared/contract/index.ts')
  const { checkSubscription, checkSubscriptionLimit } = contract
  const limited = [...operations, { name: checkSubscription.name, limits: [checkSubscriptionLimit] }]
  const partitions = limited.flatMap(({ name, limits }) =>
    limits.flatMap((limit) =>
      limit.by === 'user' || limit.by === 'email'
        ? [keys.rate(name, rateSubject(limit, subjects[limit.by]), 0).pk]
        : [],
    ),
  )
  const counters = await Promise.all(partitions.map((pk) => table.list(pk, '')))
  await Promise.all(counters.flat().map(({ pk, sk }) => table.delete({ pk: String(pk), sk: String(sk) })))
}

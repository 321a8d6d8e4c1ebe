import { operations } from '#shared/contract/index.ts'
import { keys } from '../table/keys.ts'
import type { Table } from '../table/table.ts'
import { rateSubject } from './rate-limit.ts'

/** Deletes every rate-limit counter of one account, by its user id and its email address. */
export const deleteRateCounters = async (
  table: Table,
  subjects: Readonly<Record<'user' | 'email', string>>,
): Promise<void> => {
  const partitions = operations.flatMap(({ name, limits }) =>
    limits.flatMap((limit) =>
      limit.by === 'user' || limit.by === 'email'
        ? [keys.rate(name, rateSubject(limit, subjects[limit.by]), 0).pk]
        : [],
    ),
  )
  const counters = await Promise.all(partitions.map((pk) => table.list(pk, '')))
  await Promise.all(counters.flat().map(({ pk, sk }) => table.delete({ pk: String(pk), sk: String(sk) })))
}

import * as z from 'zod/mini'
import { numbers, type Numbers } from '#shared/contract/numbers.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'

/** The figures of the last night. Contains no personal data. */
const numbersRecord = z.extend(numbers, { entity: z.literal('numbers') })

const none: Numbers = { computedAt: null, members: { monthly: 0, annual: 0 }, months: [] }

/** Stores the figures that the nightly run computes. */
export const numbersRepository = (table: Table) => ({
  /** Returns the latest figures. */
  read: async (): Promise<Numbers> => (await table.find(keys.numbers(), numbersRecord)) ?? none,

  /** Replaces the figures. */
  write: (computed: Numbers): Promise<void> =>
    table.put(keys.numbers(), { entity: 'numbers', ...computed } satisfies z.infer<typeof numbersRecord>),
})

export type NumbersRepository = ReturnType<typeof numbersRepository>

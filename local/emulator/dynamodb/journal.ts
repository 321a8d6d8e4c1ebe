import type { StreamRecord } from './shards.ts'

interface Mark {
  readonly time: number
  readonly sequence: bigint
}

export const sequenceOf = ({ dynamodb }: Pick<StreamRecord, 'dynamodb'>): bigint =>
  BigInt(dynamodb.SequenceNumber)

/**
 * Records when changes of a table were read from its stream. DynamoDB Local rounds the time of a change down to the
 * minute, but the reader sees a change within a tenth of a second, unless a consumer delays it.
 */
export const createJournal = () => {
  const marks = new Map<string, Mark[]>()
  return {
    note: (tableName: string, records: readonly StreamRecord[]): void => {
      const newest = records.at(-1)
      if (!newest) return
      const tableMarks = marks.get(tableName) ?? []
      tableMarks.push({ time: Date.now(), sequence: sequenceOf(newest) })
      marks.set(tableName, tableMarks)
    },
    /** Returns the last change of a table at a time, in milliseconds. */
    lastChangeAt: (tableName: string, time: number): bigint =>
      marks.get(tableName)?.findLast((mark) => mark.time <= time)?.sequence ?? 0n,
    clear: (): void => marks.clear(),
  }
}

export type Journal = ReturnType<typeof createJournal>

import type { CallRecord } from '../types.ts'

/** Bounds the memory of a local cloud that runs for days. */
const mostRecords = 100_000

export interface CallLog {
  add(records: readonly CallRecord[]): void
  list(): readonly CallRecord[]
  clear(): void
}

export const createCallLog = (): CallLog => {
  let records: CallRecord[] = []
  return {
    add: (more) => {
      records.push(...more)
      if (records.length > 1.1 * mostRecords) records = records.slice(-mostRecords)
    },
    list: () => records,
    clear: () => {
      records = []
    },
  }
}

import type { CallRecord } from '#local/kit/call-record.ts'

/** Limits the memory use of an emulator that runs for days. */
const maxRecords = 100_000

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
      if (records.length > 1.1 * maxRecords) records = records.slice(-maxRecords)
    },
    list: () => records,
    clear: () => {
      records = []
    },
  }
}

import type { Table } from '#platform/table/table.ts'
import { deferred } from './deferred.ts'

/** Returns a function that waits until it has been called `count` times. */
const barrier = (count: number): (() => Promise<void>) => {
  const { promise, resolve } = deferred()
  let calls = 0
  return async () => {
    calls += 1
    if (calls === count) resolve()
    await promise
  }
}

/**
 * Returns a table whose transactions wait until `count` of them have been requested. Each caller has read before any
 * caller writes, so only the conditions of the writes decide who succeeds.
 */
export const withOverlap = (table: Table, count: number): Table => {
  const arrive = barrier(count)
  const overlapping: Table = Object.create(table)
  overlapping.transact = async (...writes) => {
    await arrive()
    return table.transact(...writes)
  }
  return overlapping
}

/**
 * Makes the next `count` transactions of a table wait for each other, for a table that repositories use already. A test
 * in which fewer callers write at the same time does not end.
 */
export const forceOverlap = (table: Table, count: number): void => {
  const transact = table.transact.bind(table)
  const arrive = barrier(count)
  table.transact = async (...writes) => {
    await arrive()
    return transact(...writes)
  }
}

/** Calls `run` before the next transaction of a table, after its caller has read what `run` changes. */
export const beforeNextWrite = (table: Table, run: () => Promise<unknown>): void => {
  const transact = table.transact.bind(table)
  table.transact = async (...writes) => {
    table.transact = transact
    await run()
    return transact(...writes)
  }
}

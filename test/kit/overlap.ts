import type { Table } from '#platform/table/table.ts'

/** Returns a promise and the function that resolves it. */
export const deferred = (): { promise: Promise<void>; resolve: () => void } => {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}

/**
 * Returns a table whose transactions wait until `count` of them have been requested. Each caller has read before any
 * caller writes, so only the conditions of the writes decide who succeeds.
 */
export const withOverlap = (table: Table, count: number): Table => {
  const { promise: allRequested, resolve } = deferred()
  let requested = 0
  const overlapping: Table = Object.create(table)
  overlapping.transact = async (...writes) => {
    requested += 1
    if (requested === count) resolve()
    await allRequested
    return table.transact(...writes)
  }
  return overlapping
}

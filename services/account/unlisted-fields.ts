import { isPartitionKind, partitionKinds } from './partition.ts'

/** Attributes of the table itself: keys, indexes, kind and expiry. */
const ofTheTable = /^(?:pk|sk|gsi\d[ps]k|entity|expires_at_epoch_seconds)$/

/** Returns the fields of an item that `partitionKinds` neither exports nor leaves out. Used by tests. */
export const unlistedFieldsOf = (item: Readonly<Record<string, unknown>>): string[] => {
  const { entity } = item
  if (!isPartitionKind(entity)) return [`every field of ${String(entity)}`]
  const listed = new Set<string>([...partitionKinds[entity].fields, ...partitionKinds[entity].leftOut])
  return Object.keys(item)
    .filter((field) => !listed.has(field) && !ofTheTable.test(field))
    .map((field) => `${entity}.${field}`)
}

import type { Contents, Summary } from './items.ts'

export interface TypeDifference {
  readonly type: string
  readonly live: number
  readonly restored: number
  /** Written after the point in time. */
  onlyLive: number
  /** Deleted after the point in time. */
  onlyRestored: number
  changed: number
}

export interface Difference {
  readonly kind: 'onlyLive' | 'onlyRestored' | 'changed'
  readonly item: Summary
}

/** Returns every item in which two tables differ. */
export const differencesOf = (live: Contents, restored: Contents): Difference[] => {
  const differences: Difference[] = []
  for (const [id, item] of live) {
    const other = restored.get(id)
    if (other === undefined) differences.push({ kind: 'onlyLive', item })
    else if (other.hash !== item.hash) differences.push({ kind: 'changed', item })
  }
  for (const [id, item] of restored) if (!live.has(id)) differences.push({ kind: 'onlyRestored', item })
  return differences
}

/** Counts the items of each type in both tables, and those that differ. Sorted by type. */
export const countsOf = (live: Contents, restored: Contents): TypeDifference[] => {
  const count = (contents: Contents) => {
    const counts = new Map<string, number>()
    for (const { type } of contents.values()) counts.set(type, (counts.get(type) ?? 0) + 1)
    return counts
  }
  const [liveCounts, restoredCounts] = [count(live), count(restored)]
  const types = [...new Set([...liveCounts.keys(), ...restoredCounts.keys()])].toSorted()
  const rows = new Map(
    types.map((type): [string, TypeDifference] => [
      type,
      {
        type,
        live: liveCounts.get(type) ?? 0,
        restored: restoredCounts.get(type) ?? 0,
        onlyLive: 0,
        onlyRestored: 0,
        changed: 0,
      },
    ]),
  )
  for (const { kind, item } of differencesOf(live, restored)) {
    const row = rows.get(item.type)
    if (row) row[kind] += 1
  }
  return [...rows.values()]
}

/** Formats the counts as a table for the terminal. It contains no personal data. */
export const formatCounts = (rows: readonly TypeDifference[]): string => {
  const header = ['type', 'live', 'restored', 'written since', 'deleted since', 'changed since']
  const lines = [
    header,
    ...rows.map((row) =>
      [row.type, row.live, row.restored, row.onlyLive, row.onlyRestored, row.changed].map(String),
    ),
  ]
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

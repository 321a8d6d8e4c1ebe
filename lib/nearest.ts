/** Number of changed, added or removed letters between two words. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      )
    row = next
  }
  return row[b.length] ?? 0
}

/** Returns the known name that differs least from a mistyped one, or undefined if none is similar. */
export const nearestTo = (name: string, known: readonly string[]): string | undefined => {
  const [best] = known
    .map((one) => ({ one, by: distance(name.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.by - b.by)
  return best && best.by <= Math.max(2, name.length / 3) ? best.one : undefined
}

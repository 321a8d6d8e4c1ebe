/** Returns the value below which a share of the values lies. `share` is between 0 and 1. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Half the distance between the quartiles, divided by the median. */
export const spreadOf = (values: readonly number[]): number =>
  (percentile(values, 0.75) - percentile(values, 0.25)) / 2 / median(values)

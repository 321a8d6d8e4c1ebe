/** Returns the value below which a share (0 to 1) of the values lies. Values between two others are interpolated. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]
  const above = sorted[Math.ceil(place)]
  if (below === undefined || above === undefined) throw new Error('No values were measured')
  return below + (above - below) * (place - Math.floor(place))
}

export interface Spread {
  readonly median: number
  /** A quarter of the values is below. */
  readonly low: number
  /** A quarter of the values is above. */
  readonly high: number
}

export const spreadOf = (values: readonly number[]): Spread => {
  return { median: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) }
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/**
 * Compares values that were measured in turn. Divides each value by the other value of its round, because both ran
 * under the same load.
 */
export const ratioOf = (values: readonly number[], others: readonly number[]): Spread => {
  if (values.length !== others.length) throw new Error('Each value needs the other one of its round')
  return spreadOf(values.map((value, round) => value / (others[round] ?? Number.NaN)))
}

/** Returns `1.04 (0.98 to 1.10)`. */
export const spreadText = ({ median, low, high }: Spread): string =>
  `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`

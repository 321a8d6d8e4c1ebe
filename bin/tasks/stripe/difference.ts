/** One difference between the Stripe account and what the service needs. */
export interface Difference {
  readonly text: string
  /** Removes the difference and returns what it did. Undefined if only the operator can remove it. */
  readonly apply?: () => Promise<string>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the fields of `expected` that `actual` has with another value, as sentences. Ignores all other fields. */
export const differingFields = (expected: unknown, actual: unknown, path = ''): string[] => {
  if (isRecord(expected))
    return Object.entries(expected).flatMap(([name, value]) =>
      differingFields(
        value,
        isRecord(actual) ? actual[name] : undefined,
        path === '' ? name : `${path}.${name}`,
      ),
    )
  const [expectedJson, actualJson] = [JSON.stringify(expected), JSON.stringify(actual ?? null)]
  return expectedJson === actualJson ? [] : [`${path} is ${actualJson}, not ${expectedJson}`]
}

/** One difference between the Stripe account and what the service needs. */
export interface Difference {
  readonly text: string
  /** Removes the difference and returns what it did. Undefined if only the operator can remove it. */
  readonly apply?: () => Promise<string>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the fields of `wanted` that `actual` has with another value, as sentences. Ignores all other fields. */
export const differingFields = (wanted: unknown, actual: unknown, path = ''): string[] => {
  if (isRecord(wanted))
    return Object.entries(wanted).flatMap(([name, value]) =>
      differingFields(
        value,
        isRecord(actual) ? actual[name] : undefined,
        path === '' ? name : `${path}.${name}`,
      ),
    )
  const [expected, found] = [JSON.stringify(wanted), JSON.stringify(actual ?? null)]
  return expected === found ? [] : [`${path} is ${found}, not ${expected}`]
}

import type { ChaosWorld } from './chaos-world.ts'

/**
 * Records the value that an accepted request saves, or its absence. Clears the record if the request fails or runs with
 * others: the last value is then unknown.
 */
export const remember = async (
  { expected, isTogether }: ChaosWorld,
  key: string,
  value: string | undefined,
  request: () => Promise<{ readonly status?: number | undefined }>,
): Promise<void> => {
  expected.saved.delete(key)
  const { status } = await request()
  if (status === 200 && !isTogether()) expected.saved.set(key, value)
}

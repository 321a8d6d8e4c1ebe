import type { ChaosWorld } from './chaos-world.ts'

/**
 * Remembers a value that a request saves, if the request is accepted. Without a value, that there is none. Forgets what
 * was there before if the request fails or runs with others: nobody knows then which value is the last.
 */
export const remember = async (
  { promises, isTogether }: ChaosWorld,
  key: string,
  value: string | undefined,
  request: () => Promise<{ readonly status?: number | undefined }>,
): Promise<void> => {
  promises.saved.delete(key)
  const { status } = await request()
  if (status === 200 && !isTogether()) promises.saved.set(key, value)
}

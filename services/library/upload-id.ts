import { hashOf } from '#platform/crypto.ts'

/**
 * Returns the id of an upload: two uploads to the same path, by two admins or one after the other, have different ids.
 *
 * @param startedAt ISO time at which its form was signed
 */
export const uploadIdOf = (adminId: string, startedAt: string): string =>
  hashOf(JSON.stringify(['upload', adminId, startedAt])).slice(0, 32)

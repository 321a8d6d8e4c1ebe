import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Returns 256 random bits for secrets. Safe in a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns 128 random bits for tokens that give no access to an account or a pass. Safe in a URL. */
export const newSharedToken = (): string => randomBytes(16).toString('base64url')

/** Hashes a token, email address or IP address for storage: SHA-256, hexadecimal. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Compares two secrets in constant time. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)))

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits for links and guest keys, safe in an address. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** 128 random bits for what many people share and nobody must guess, safe in an address. */
export const newSharedToken = (): string => randomBytes(16).toString('base64url')

/** The form in which a token, an e-mail address or an IP address is stored: SHA-256, hexadecimal. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Compares two secrets in a time that says nothing about where they differ. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)))

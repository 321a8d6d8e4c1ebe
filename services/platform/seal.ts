import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts texts for storage with AES-256-GCM, so that nobody can read them from the table or its backups alone. */

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export interface SealContext {
  /** The stage's secret. */
  readonly secret: string
  /** The kind of text and its owner. A sealed text that is copied to another owner cannot be opened. */
  readonly context: string
}

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'seal', 32))

/** Encrypts a text. The result differs each time. */
export const seal = (text: string, { secret, context }: SealContext): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/**
 * Decrypts a sealed text.
 *
 * @throws Error if the secret or the context differs, or if the text has been changed
 */
export const unseal = (sealed: string, { secret, context }: SealContext): string => {
  const bytes = Buffer.from(sealed, 'base64url')
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)]
  const decipher = createDecipheriv(algorithm, keyOf(secret), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag)
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

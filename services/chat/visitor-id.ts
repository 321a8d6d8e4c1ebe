import { createHmac } from 'node:crypto'
import type { PassHolder } from '#services/passes/public.ts'

/** 32 hexadecimal characters: 128 bits, which cannot be guessed. */
const idCharacters = 32

/**
 * Signs a text with HMAC-SHA-256, in hexadecimal. Tawk.to checks it over the email address (secure mode) or
 * over the id (login), Chatwoot over the identifier.
 *
 * @see https://developer.tawk.to/jsapi
 */
export const signatureOf = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')

/**
 * Returns the id of an account or a guest at the chat provider. It is always the same, and only the holder of
 * the identity key can derive it. It is lower case, because it is also part of an email address.
 */
export const visitorIdOf = (key: string, { userId, keyHash }: PassHolder): string =>
  signatureOf(key, userId === undefined ? `visitor:guest:${keyHash}` : `visitor:user:${userId}`).slice(
    0,
    idCharacters,
  )

/** `.invalid` is a reserved top-level domain (RFC 2606), so no email can be delivered to it. */
const guestDomain = 'visitor.invalid'

/** Returns a guest's address at the provider. Tawk.to's webhooks identify visitors only by address. */
export const guestAddress = (id: string): string => `${id}@${guestDomain}`

/** Returns the visitor id in a guest's address, or undefined for any other address. */
export const visitorIdIn = (address: string): string | undefined => {
  const [id, domain] = address.split('@')
  return domain === guestDomain ? id : undefined
}

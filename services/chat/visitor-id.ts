import { createHmac } from 'node:crypto'
import type { Holder } from '../billing/public.ts'

/** 128 bits: nobody guesses one. */
const idCharacters = 32

const signed = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

/**
 * What a person or a pass is called at the chat's provider: always the same, made under the identity key, so
 * that nobody can work it out who does not have that key. In lower case, because it also stands in an address.
 */
export const visitorIdOf = (key: string, { userId, keyHash }: Holder): string =>
  signed(key, userId === undefined ? `visitor:guest:${keyHash}` : `visitor:user:${userId}`).slice(
    0,
    idCharacters,
  )

/**
 * HMAC-SHA-256 in hexadecimal, as both providers check it: Tawk.to over the address (secure mode) or over the
 * id (login), Chatwoot over the identifier.
 *
 * @see https://developer.tawk.to/jsapi
 */
export const signatureOf = signed

/** `.invalid` is reserved (RFC 2606): no mail ever goes there. */
const guestDomain = 'visitor.invalid'

/** The address of a guest at the provider. Tawk.to's webhooks tell nothing else that we could know them by. */
export const guestAddress = (id: string): string => `${id}@${guestDomain}`

/** The visitor's id in such an address. */
export const idInAddress = (address: string): string | undefined => {
  const [id, domain] = address.split('@')
  return domain === guestDomain ? id : undefined
}

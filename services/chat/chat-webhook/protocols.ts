import { createHash } from 'node:crypto'
import { newsFromChatwoot } from './chatwoot.ts'
import type { News } from './news.ts'
import { type Delivery, isChatwootSignature, isTawkSignature } from './signatures.ts'
import { newsFromTawk } from './tawk.ts'

/** How a provider tells us things. */
export interface Protocol {
  readonly name: 'tawk' | 'chatwoot'
  isSignedWith(secret: string, delivery: Delivery): boolean
  /** Names the piece of news, the same at each attempt to deliver it. */
  readonly eventIdHeader: string
  newsIn(body: unknown, now: Date): News | undefined
}

const tawk: Protocol = {
  name: 'tawk',
  isSignedWith: isTawkSignature,
  eventIdHeader: 'x-hook-event-id',
  newsIn: newsFromTawk,
}

const chatwoot: Protocol = {
  name: 'chatwoot',
  isSignedWith: isChatwootSignature,
  eventIdHeader: 'x-chatwoot-delivery',
  newsIn: newsFromChatwoot,
}

/** The stand-in of the local cloud speaks as either. */
const byProvider: Readonly<Record<string, readonly Protocol[]>> = {
  tawk: [tawk],
  chatwoot: [chatwoot],
  local: [tawk, chatwoot],
}

/** The protocol by which this stage's provider has signed the delivery, with one of these secrets. */
export const protocolOf = (
  provider: string,
  secrets: readonly string[],
  delivery: Delivery,
): Protocol | undefined =>
  byProvider[provider]?.find((protocol) =>
    secrets.some((secret) => secret !== '' && protocol.isSignedWith(secret, delivery)),
  )

/** What the delivery is called; one without a usable name is called by its content. */
export const eventIdOf = ({ name, eventIdHeader }: Protocol, { header, bytes }: Delivery): string => {
  const id = header(eventIdHeader) ?? ''
  const isUsable = /^[\w:.-]{1,100}$/.test(id)
  return `${name}:${isUsable ? id : createHash('sha256').update(bytes).digest('hex')}`
}

import { createHash } from 'node:crypto'
import { eventFromChatwoot } from './chatwoot.ts'
import type { ChatEvent } from './chat-event.ts'
import { type Delivery, isChatwootSignature, isTawkSignature } from './signatures.ts'
import { eventFromTawk } from './tawk.ts'

/** The webhook protocol of a chat provider. */
export interface Protocol {
  readonly name: 'tawk' | 'chatwoot'
  isSignedWith(secret: string, delivery: Delivery): boolean
  /** Header with the event id, which is the same at each delivery attempt. */
  readonly eventIdHeader: string
  /** True if each message is reported as it is sent, and not the whole chat after its end. */
  readonly isLive: boolean
  /** Returns undefined for bodies that report no message. */
  parseEvent(body: unknown, now: Date): ChatEvent | undefined
}

const tawk: Protocol = {
  name: 'tawk',
  isSignedWith: isTawkSignature,
  eventIdHeader: 'x-hook-event-id',
  isLive: false,
  parseEvent: eventFromTawk,
}

const chatwoot: Protocol = {
  name: 'chatwoot',
  isSignedWith: isChatwootSignature,
  eventIdHeader: 'x-chatwoot-delivery',
  isLive: true,
  parseEvent: eventFromChatwoot,
}

/** The chat emulator of the local cloud supports both protocols. */
const protocolsByProvider: Readonly<Record<string, readonly Protocol[]>> = {
  tawk: [tawk],
  chatwoot: [chatwoot],
  local: [tawk, chatwoot],
}

/** Finds the protocol of this stage's provider under which one of the secrets signed the delivery. */
export const protocolOf = (
  provider: string,
  secrets: readonly string[],
  delivery: Delivery,
): Protocol | undefined =>
  protocolsByProvider[provider]?.find((protocol) =>
    secrets.some((secret) => secret !== '' && protocol.isSignedWith(secret, delivery)),
  )

/** Returns the event id of a delivery, or a hash of the body if the header has no usable id. */
export const eventIdOf = ({ name, eventIdHeader }: Protocol, { header, bytes }: Delivery): string => {
  const id = header(eventIdHeader) ?? ''
  const isUsable = /^[\w:.-]{1,100}$/.test(id)
  return `${name}:${isUsable ? id : createHash('sha256').update(bytes).digest('hex')}`
}

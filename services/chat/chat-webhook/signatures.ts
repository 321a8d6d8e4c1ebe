import { createHmac } from 'node:crypto'
import { sameSecret } from '../../platform/crypto.ts'

/** A delivery as it came, before anybody knows whether to believe it. */
export interface Delivery {
  /** The exact bytes: what was signed is these, not what a parser makes of them. */
  readonly bytes: Buffer
  readonly header: (name: string) => string | undefined
  readonly now: Date
}

/** How far a signature's time may be off, in seconds, into the past and into the future. */
const toleranceSeconds = 300

const mac = (algorithm: 'sha1' | 'sha256', secret: string, ...parts: (string | Buffer)[]): string => {
  const hmac = createHmac(algorithm, secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}

/**
 * Tawk.to signs the body alone: HMAC-SHA-1 in hexadecimal. It says nothing of when, so a repeat of an old
 * delivery is told by its event, not by its signature.
 *
 * @see https://developer.tawk.to/webhooks
 */
export const isTawkSignature = (secret: string, { bytes, header }: Delivery): boolean =>
  sameSecret(header('x-tawk-signature') ?? '', mac('sha1', secret, bytes))

/**
 * Chatwoot signs time and body: `sha256=` and the HMAC-SHA-256 of `<timestamp>.<body>`. A delivery whose time
 * is not about now is refused, however well it is signed.
 */
export const isChatwootSignature = (secret: string, { bytes, header, now }: Delivery): boolean => {
  const timestamp = header('x-chatwoot-timestamp') ?? ''
  const ageSeconds = now.getTime() / 1000 - Number(timestamp)
  const isTimely = /^\d+$/.test(timestamp) && Math.abs(ageSeconds) <= toleranceSeconds
  const signature = header('x-chatwoot-signature') ?? ''
  return isTimely && sameSecret(signature, `sha256=${mac('sha256', secret, `${timestamp}.`, bytes)}`)
}

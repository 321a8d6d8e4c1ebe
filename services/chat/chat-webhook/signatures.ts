import { createHmac } from 'node:crypto'
import { sameSecret } from '#platform/crypto.ts'

/** A webhook request whose signature is not verified yet. */
export interface Delivery {
  /** The exact bytes of the body, which is what the signature covers. */
  readonly bytes: Buffer
  readonly header: (name: string) => string | undefined
  readonly now: Date
}

/** Accepted difference between a signature's time and the current time, in seconds, in both directions. */
const toleranceSeconds = 300

const mac = (algorithm: 'sha1' | 'sha256', secret: string, ...parts: (string | Buffer)[]): string => {
  const hmac = createHmac(algorithm, secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}

/**
 * Verifies a Tawk.to signature: HMAC-SHA-1 of the body, in hexadecimal. It does not cover the time, so
 * replayed deliveries are recognised by their event id.
 *
 * @see https://developer.tawk.to/webhooks
 */
export const isTawkSignature = (secret: string, { bytes, header }: Delivery): boolean =>
  sameSecret(header('x-tawk-signature') ?? '', mac('sha1', secret, bytes))

/**
 * Verifies a Chatwoot signature: `sha256=` and the HMAC-SHA-256 of `<timestamp>.<body>`. Rejects deliveries
 * whose timestamp is outside the tolerance, even if the signature is correct.
 */
export const isChatwootSignature = (secret: string, { bytes, header, now }: Delivery): boolean => {
  const timestamp = header('x-chatwoot-timestamp') ?? ''
  const ageSeconds = now.getTime() / 1000 - Number(timestamp)
  const isTimely = /^\d+$/.test(timestamp) && Math.abs(ageSeconds) <= toleranceSeconds
  const signature = header('x-chatwoot-signature') ?? ''
  return isTimely && sameSecret(signature, `sha256=${mac('sha256', secret, `${timestamp}.`, bytes)}`)
}

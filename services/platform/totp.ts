import { createHmac, randomBytes } from 'node:crypto'
import { codeDigits } from '#shared/values/limits.ts'

/** Time-based one-time passwords (RFC 6238) with the settings that every authenticator app supports. */

const stepMs = 30_000
/** 160 bits, as RFC 4226 recommends for HMAC-SHA-1. */
const secretBytes = 20

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes in Base32 without padding (RFC 4648). Authenticator apps accept no other form of a key. */
const base32Of = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => base32Letters.charAt(Number.parseInt(group.padEnd(5, '0'), 2)))
    .join('')
}

/** @throws Error if a character is not Base32 */
const bytesOf = (base32: string): Buffer => {
  const bits = [...base32].map((letter) => {
    const index = base32Letters.indexOf(letter)
    if (index < 0) throw new Error('The key is not Base32')
    return index.toString(2).padStart(5, '0')
  })
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Returns a new key in Base32. */
export const newTotpKey = (): string => base32Of(randomBytes(secretBytes))

/** Returns the start of the 30-second step that contains a time. */
export const stepOf = (time: Date): Date => new Date(Math.floor(time.getTime() / stepMs) * stepMs)

/** Returns the code of a time: RFC 4226, section 5.3, with the number of the 30-second step as the counter. */
export const totpCode = (key: string, time: Date, digits: number = codeDigits): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(time.getTime() / stepMs)))
  const mac = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Returns the steps whose codes are accepted, oldest first: one each way, for clocks that differ and slow typing. */
export const acceptedSteps = (now: Date): Date[] =>
  [-stepMs, 0, stepMs].map((distance) => stepOf(new Date(now.getTime() + distance)))

/** Returns the `otpauth:` link from which an authenticator app reads a key. */
export const totpUri = (key: string, { issuer, account }: { issuer: string; account: string }): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  // Some apps show a plus sign for a space, so URLSearchParams does not fit.
  return `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(issuer)}`
}

import { createHash, createHmac, getDiffieHellman, randomBytes } from 'node:crypto'
import { poolId } from './fixture.ts'

// The client's half of Cognito's SRP, for tests. Implemented from the client's formulas, independently of
// srp.ts.

const prime = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`)

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n
  for (const bit of exponent.toString(2))
    result = bit === '1' ? (((result * result) % prime) * base) % prime : (result * result) % prime
  return result
}

/** Formats a positive number as whole hexadecimal bytes, with a zero byte before a set high bit. */
const padded = (value: bigint): string => {
  const digits = value.toString(16)
  const whole = digits.padStart(digits.length + (digits.length % 2), '0')
  return parseInt(whole.slice(0, 2), 16) >= 0x80 ? `00${whole}` : whole
}

const hashHex = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')
const number = (hex: string): bigint => BigInt(`0x${hex}`)
const hmac = (key: Buffer, data: Buffer | string): Buffer => createHmac('sha256', key).update(data).digest()

export const timestamp = 'Fri Mar 6 09:05:07 UTC 2026'

/** Creates one client. `respond` computes the responses to PASSWORD_VERIFIER. */
export const createSrpClient = () => {
  const secret = number(randomBytes(32).toString('hex'))
  const publicValue = power(2n, secret)
  return {
    srpA: publicValue.toString(16),
    respond: (challenge: Record<string, string>, password: string): Record<string, string> => {
      const { USER_ID_FOR_SRP = '', SALT = '', SRP_B = '', SECRET_BLOCK = '' } = challenge
      const poolName = poolId.split('_')[1] ?? ''
      const serverPublic = number(SRP_B)
      const identity = createHash('sha256').update(`${poolName}${USER_ID_FOR_SRP}:${password}`).digest('hex')
      const x = number(hashHex(padded(number(SALT)) + identity))
      const u = number(hashHex(padded(publicValue) + padded(serverPublic)))
      const k = number(hashHex(`${padded(prime)}02`))
      const base = (((serverPublic - k * power(2n, x)) % prime) + prime) % prime
      const shared = power(base, secret + u * x)
      const extracted = hmac(Buffer.from(padded(u), 'hex'), Buffer.from(padded(shared), 'hex'))
      const key = hmac(extracted, 'Caldera Derived Key\u0001').subarray(0, 16)
      const block = Buffer.from(SECRET_BLOCK, 'base64')
      const message = Buffer.concat([
        Buffer.from(`${poolName}${USER_ID_FOR_SRP}`),
        block,
        Buffer.from(timestamp),
      ])
      return {
        USERNAME: USER_ID_FOR_SRP,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: hmac(key, message).toString('base64'),
        TIMESTAMP: timestamp,
      }
    },
  }
}

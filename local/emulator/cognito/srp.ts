import {
  createDiffieHellman,
  createHash,
  createHmac,
  getDiffieHellman,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** The stored form of a password: enough to verify it, but not to recover it. */
export interface SrpCredential {
  readonly salt: bigint
  readonly verifier: bigint
}

/** The server's half of one exchange, kept between SRP_A and PASSWORD_VERIFIER. */
export interface SrpExchange {
  /** SRP_B as it is sent, in hexadecimal. */
  readonly publicHex: string
  readonly sharedKey: Buffer
}

/** RFC 3526 group 15, 3072 bits, with generator 2: the group of Cognito's clients. */
const prime = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`)
const generator = 2n

const evenHexOf = (value: bigint): string => {
  const hex = value.toString(16)
  return hex.length % 2 === 0 ? hex : `0${hex}`
}

/**
 * Returns the shortest two's complement bytes of a positive number, like Java's `BigInteger.toByteArray`.
 * Cognito hashes numbers in this form, without the leading zeros of their text.
 */
const bytesOf = (value: bigint): Buffer => {
  const even = evenHexOf(value)
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex')
}

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`)

const group = createDiffieHellman(getDiffieHellman('modp15').getPrime(), 2)

/** Computes a power in the group, for a base other than 0, 1 and -1. OpenSSL is eight times as fast as BigInt. */
const power = (base: bigint, exponent: bigint): bigint => {
  group.setPrivateKey(evenHexOf(exponent), 'hex')
  return BigInt(`0x${group.computeSecret(evenHexOf(base), 'hex', 'hex')}`)
}

const multiplier = numberOf(sha256(bytesOf(prime), bytesOf(generator)))

/** Returns the part of the pool id after the underscore, which SRP hashes. */
const shortPoolName = (poolId: string): string => poolId.slice(poolId.indexOf('_') + 1)

const verifierOf = (poolId: string, userId: string, password: string, salt: bigint): bigint => {
  const identity = sha256(`${shortPoolName(poolId)}${userId}:${password}`)
  return power(generator, numberOf(sha256(bytesOf(salt), identity)))
}

/** Converts a new password to its stored form. `saltBytes` is random unless given. */
export const createCredential = (
  poolId: string,
  userId: string,
  password: string,
  saltBytes: Buffer = randomBytes(16),
): SrpCredential => {
  const salt = numberOf(saltBytes)
  return { salt, verifier: verifierOf(poolId, userId, password, salt) }
}

/** Verifies a password that was sent as plain text. */
export const passwordMatches = (
  credential: SrpCredential,
  poolId: string,
  userId: string,
  password: string,
): boolean => verifierOf(poolId, userId, password, credential.salt) === credential.verifier

/** Handles SRP_A. Returns `null` if the client's number is invalid (RFC 5054, section 2.5.4). */
export const openExchange = (credential: SrpCredential, clientPublicHex: string): SrpExchange | null => {
  if (!/^[0-9a-f]{1,1024}$/i.test(clientPublicHex)) return null
  const clientPublic = BigInt(`0x${clientPublicHex}`)
  if (clientPublic % prime === 0n) return null
  const secret = numberOf(randomBytes(32))
  const serverPublic = (multiplier * credential.verifier + power(generator, secret)) % prime
  const scrambler = numberOf(sha256(bytesOf(clientPublic), bytesOf(serverPublic)))
  const shared = power((clientPublic * power(credential.verifier, scrambler)) % prime, secret)
  const key = hkdfSync('sha256', bytesOf(shared), bytesOf(scrambler), 'Caldera Derived Key', 16)
  return { publicHex: serverPublic.toString(16), sharedKey: Buffer.from(key) }
}

/** Verifies PASSWORD_CLAIM_SIGNATURE, the proof that the client holds the same key. */
export const signatureMatches = (
  sharedKey: Buffer,
  claim: { poolId: string; userId: string; secretBlock: string; timestamp: string; signature: string },
): boolean => {
  const expected = createHmac('sha256', sharedKey)
    .update(`${shortPoolName(claim.poolId)}${claim.userId}`)
    .update(Buffer.from(claim.secretBlock, 'base64'))
    .update(claim.timestamp)
    .digest()
  const given = Buffer.from(claim.signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

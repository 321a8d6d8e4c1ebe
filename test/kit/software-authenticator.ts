import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

type CborValue = number | string | Buffer | ReadonlyMap<number | string, CborValue>

/** Encodes the part of CBOR that attestation objects and COSE keys consist of (RFC 8949). */
const cbor = (value: CborValue): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** A public key in COSE form: EC2, ES256, P-256. Takes it as DER, which ends with both coordinates of the point. */
const coseKeyOf = (publicKey: Buffer): Buffer =>
  cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, publicKey.subarray(-64, -32)],
      [-3, publicKey.subarray(-32)],
    ]),
  )

/** Deviations from a genuine response, for tests of rejections. */
export interface Deviations {
  readonly origin?: string
  readonly rpId?: string
  readonly userVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string | null
}

interface AuthenticatorData extends Pick<Deviations, 'userVerified'> {
  readonly rpId: string
  readonly counter: number
  readonly attested?: Buffer
}

const flag = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, attested: 64 }

const authenticatorData = ({ rpId, counter, userVerified = true, attested }: AuthenticatorData): Buffer => {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const flags =
    flag.userPresent |
    flag.backupEligible |
    flag.backedUp |
    (userVerified ? flag.userVerified : 0) |
    (attested ? flag.attested : 0)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
}

const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

/**
 * An authenticator in software that holds one passkey, as a password manager does: ES256, synced, without attestation.
 *
 * @example
 * const authenticator = softwareAuthenticator('http://localhost:3000')
 * const response = authenticator.create(options)
 */
export const softwareAuthenticator = (siteOrigin: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let owner = ''
  return {
    id,
    /** Returns the result of `navigator.credentials.create`, in JSON. */
    create({ challenge, rp, user }: CreationOptions, deviations: Deviations = {}) {
      owner = user.id
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255])
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKeyOf(publicKey)])
      const { rpId = rp.id, counter = 0, origin = siteOrigin } = deviations
      const authData = authenticatorData({ ...deviations, rpId, counter, attested })
      const attestation = new Map<string, CborValue>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    /** Returns the result of `navigator.credentials.get`, in JSON. */
    get({ challenge, rpId: siteRpId }: RequestOptions, deviations: Deviations = {}) {
      const { rpId = siteRpId, counter = 0, origin = siteOrigin, userHandle = owner } = deviations
      const data = authenticatorData({ ...deviations, rpId, counter })
      const client = clientData('webauthn.get', challenge, origin)
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      }
    },
  }
}

import { createHash, createPublicKey, createVerify, generateKeyPairSync, sign } from 'node:crypto'
import * as z from 'zod'
import type { Clock } from '#local/kit/clock.ts'
import type { TokenClaims } from './types.ts'

/** Thrown for an invalid token. The reason is `expired` only if everything else is valid. */
export class InvalidToken extends Error {
  readonly reason: 'invalid' | 'expired'
  constructor(reason: 'invalid' | 'expired', message: string) {
    super(message)
    this.reason = reason
  }
}

export interface TokenSigner {
  issuer(poolId: string): string
  sign(claims: object): string
  verify(poolId: string, token: string): TokenClaims
  jwks(): { keys: readonly object[] }
}

const Header = z.object({ alg: z.literal('RS256'), kid: z.string() })
const Claims = z.looseObject({
  sub: z.string(),
  iss: z.string(),
  exp: z.number(),
  iat: z.number(),
  nbf: z.number().optional(),
})

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const decode = <Schema extends z.ZodType>(part: string | undefined, schema: Schema): z.output<Schema> => {
  try {
    return schema.parse(JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8')))
  } catch (cause) {
    // Any text that is not a token gets the same error.
    throw Object.assign(new InvalidToken('invalid', 'The token is not a JWT of this user pool'), { cause })
  }
}

/**
 * The keys are encoded and read again: Node 20 hangs if the garbage collector runs while a key that it generated is
 * exported as a JWK.
 */
const newKeyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { privateKey, publicKey: createPublicKey(publicKey) }
}

/** Generated when it is first needed: it takes a tenth of a second, more than most tests of the user pool. */
let keyPair: ReturnType<typeof newKeyPair> | undefined

/** Creates the signer of the pools' tokens, with one RSA key for this process. */
export const createTokenSigner = (clock: Clock, region: string): TokenSigner => {
  const { privateKey, publicKey } = (keyPair ??= newKeyPair())
  const jwk = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256').update(JSON.stringify(jwk)).digest('base64')
  const issuer = (poolId: string) => `https://cognito-idp.${region}.amazonaws.com/${poolId}`

  const checkSignature = (token: string): TokenClaims & z.output<typeof Claims> => {
    const [header, payload, signature, ...more] = token.split('.')
    const named = decode(header, Header)
    const claims = decode(payload, Claims)
    const verifier = createVerify('RSA-SHA256').update(`${header}.${payload}`)
    const genuine = named.kid === kid && verifier.verify(publicKey, signature ?? '', 'base64url')
    if (!genuine || more.length > 0) throw new InvalidToken('invalid', 'The signature does not match')
    return claims
  }

  return {
    issuer,
    sign: (claims) => {
      const content = `${encode({ kid, alg: 'RS256' })}.${encode(claims)}`
      return `${content}.${sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url')}`
    },
    // The checks that API Gateway lists for JWT authorizers. The gateway checks the audience itself.
    verify: (poolId, token) => {
      const claims = checkSignature(token)
      const nowSeconds = clock.now().getTime() / 1000
      if (claims.iss !== issuer(poolId)) throw new InvalidToken('invalid', 'The issuer does not match')
      if (claims.iat > nowSeconds || (claims.nbf ?? 0) > nowSeconds)
        throw new InvalidToken('invalid', 'The token is not valid yet')
      if (claims.exp <= nowSeconds) throw new InvalidToken('expired', 'The token has expired')
      return claims
    },
    jwks: () => ({ keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] }),
  }
}

import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { isPublic, type Operation, pathOf } from '#shared/contract/operation.ts'
import { createGateway, type Gateway } from '#local/emulator/api-gateway/gateway.ts'
import { createTokenSigner } from '#local/emulator/cognito/tokens.ts'
import { createClock } from '#local/kit/clock.ts'
import { toHeaders } from '#local/kit/http.ts'
import { operations } from '#shared/contract/index.ts'
import { loadHandler } from '../fuzz/functions.ts'

const clock = createClock()
const region = 'eu-west-2'
const userPoolId = 'eu-west-2_sample'
const client = 'client'
const scope = 'aws.cognito.signin.user.admin'

const signer = createTokenSigner(clock, region)
const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** Variables with which functions verify the tokens of optional-auth operations. */
export const tokenVariables = {
  TOKEN_ISSUER: signer.issuer(userPoolId),
  TOKEN_CLIENT_ID: client,
  TOKEN_KEYS_URL: `data:application/json,${encodeURIComponent(JSON.stringify(signer.jwks()))}`,
}

const claimsOf = (userId: string, signIn: string) => {
  const now = Math.floor(clock.now().getTime() / 1000)
  const iss = signer.issuer(userPoolId)
  return { sub: userId, iss, origin_jti: signIn, jti: randomUUID(), auth_time: now, iat: now, exp: now + 900 }
}

/** Issues tokens as the user pool does. */
export const issueToken = {
  access: (userId: string, signIn: string, groups: readonly string[] = []) =>
    signer.sign({
      ...claimsOf(userId, signIn),
      ...(groups.length > 0 && { 'cognito:groups': groups }),
      token_use: 'access',
      client_id: client,
      scope,
    }),
  id: (userId: string, signIn: string) =>
    signer.sign({ ...claimsOf(userId, signIn), token_use: 'id', aud: client }),
  /** Issues a token of another pool: valid there, with its own key. */
  foreign: (userId: string, signIn: string) => {
    const [header, claims] = issueToken.access(userId, signIn).split('.')
    const iss = signer.issuer('eu-west-2_another')
    const own = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as object
    const text = `${header}.${Buffer.from(JSON.stringify({ ...own, iss })).toString('base64url')}`
    return `${text}.${sign('sha256', Buffer.from(text), foreignKey).toString('base64url')}`
  },
}

/**
 * API Gateway in front of the deployed handlers. test/infra compares the authorisers of the routes with the contract in
 * the same way.
 */
const gateway: Gateway = createGateway({
  api: {
    id: 'api',
    endpoint: `https://api.execute-api.${region}.amazonaws.com`,
    stage: '$default',
    stageVariables: { originSecrets: 'sample' },
    throttling: undefined,
    routes: operations.map((operation) => ({
      key: `POST ${pathOf(operation)}`,
      functionArn: operation.name,
      throttling: undefined,
      authorizer: isPublic(operation) ? undefined : { userPoolId, audience: [client] },
      scopes: isPublic(operation) ? [] : [scope],
    })),
  },
  accountId: '0',
  clock,
  cognito: { verifyToken: async (poolId, token) => signer.verify(poolId, token) },
  functions: {
    invoke: async (name, event) => {
      const operation = operations.find((one) => one.name === name)
      if (operation === undefined) throw new Error(`There is no operation ${name}`)
      const handler = await loadHandler(operation)
      return { ok: true, payload: await handler(Object(event), {}) }
    },
  },
})

/** Sends an empty body to an operation with this header, and returns the status of the response. */
export const statusWith = async (
  operation: Operation,
  authorization: string | undefined,
): Promise<number> => {
  const headers = {
    'content-type': 'application/json',
    'x-origin-secret': 'sample',
    'cloudfront-viewer-address': '198.18.0.1:5',
    ...(authorization === undefined ? {} : { authorization }),
  }
  const { status } = await gateway.handle({
    method: 'POST',
    path: pathOf(operation),
    query: '',
    headers: toHeaders(headers),
    body: Buffer.from('{}'),
    from: '198.18.0.1:5',
  })
  return status
}

/** Sends an empty body to an operation with a token, if there is one. */
export const statusOf = (operation: Operation, token: string | undefined): Promise<number> =>
  statusWith(operation, token === undefined ? undefined : `Bearer ${token}`)

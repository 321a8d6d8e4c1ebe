import type { CognitoEmulator, TokenClaims } from '#local/emulator/cognito/types.ts'
import type { ApiRoute } from '../cloudformation/api.ts'

export interface Authorized {
  readonly claims: Readonly<Record<string, string>>
  readonly scopes: readonly string[] | null
}

export type Verdict =
  | { readonly allowed: true; readonly jwt: Authorized | undefined }
  | { readonly allowed: false; readonly status: 401 | 403; readonly reason: string }

/** API Gateway passes every claim as text. A list becomes `[a b]`. */
const claimText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(String).join(' ')}]`
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

const audienceOf = (claims: TokenClaims): string[] => {
  const audience = claims['aud'] ?? claims['client_id']
  return (Array.isArray(audience) ? audience : [audience]).map(String)
}

const unauthorized = (reason: string): Verdict => ({ allowed: false, status: 401, reason })

/**
 * Checks a request as the JWT authorizer of an HTTP API does: signature, issuer, expiry, audience (`aud`, or
 * `client_id` without it), then the scopes. One matching scope is enough.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export const authorize = async (
  route: Pick<ApiRoute, 'authorizer' | 'scopes'>,
  authorization: string | undefined,
  cognito: Pick<CognitoEmulator, 'verifyToken'>,
): Promise<Verdict> => {
  const { authorizer, scopes } = route
  if (!authorizer) return { allowed: true, jwt: undefined }
  const token = authorization?.replace(/^Bearer /i, '').trim()
  if (!token) return unauthorized('')
  let claims: TokenClaims
  try {
    claims = await cognito.verifyToken(authorizer.userPoolId, token)
  } catch (error) {
    return unauthorized(error instanceof Error ? error.message : String(error))
  }
  if (!audienceOf(claims).some((audience) => authorizer.audience.includes(audience)))
    return unauthorized('the token does not have a valid audience')
  const granted = typeof claims['scope'] === 'string' ? claims['scope'].split(' ') : []
  if (scopes.length > 0 && !scopes.some((scope) => granted.includes(scope)))
    return { allowed: false, status: 403, reason: 'insufficient_scope' }
  return {
    allowed: true,
    jwt: {
      claims: Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, claimText(value)])),
      scopes: scopes.length > 0 ? granted : null,
    },
  }
}

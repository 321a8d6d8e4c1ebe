import { authenticateOptional } from '#platform/http/authenticate.ts'
import type { Event } from '#platform/http/event.ts'
import type { Table } from '#platform/table/table.ts'

const event: Event = {
  version: '2.0',
  routeKey: '',
  rawPath: '',
  rawQueryString: '',
  headers: { authorization: 'Bearer token' },
  isBase64Encoded: false,
  requestContext: {
    accountId: '',
    apiId: '',
    authorizer: { principalId: '', integrationLatency: 0, jwt: { claims: {}, scopes: [] } },
    domainName: '',
    domainPrefix: '',
    http: { method: 'POST', path: '', protocol: 'HTTP/1.1', sourceIp: '', userAgent: '' },
    requestId: '',
    routeKey: '',
    stage: '',
    time: '',
    timeEpoch: 0,
  },
}

/** Returns the id of a sign-in at this time. */
export const signInIdOf = (signedInAt: Date): string => `sign-in-${signedInAt.toISOString()}`

/**
 * Sends a request with an access token of a sign-in at this time, as the user pool would date it. Returns the caller.
 *
 * @param more further claims of the token
 * @throws ApiError `unauthorized` if the session has been ended
 */
export const authenticateInMemory = (table: Table, userId: string, signedInAt: Date, more: object = {}) =>
  authenticateOptional(event, signedInAt, {
    table,
    verifyToken: async () => ({
      sub: userId,
      token_use: 'access',
      auth_time: Math.floor(signedInAt.getTime() / 1000),
      origin_jti: signInIdOf(signedInAt),
      ...more,
    }),
  })

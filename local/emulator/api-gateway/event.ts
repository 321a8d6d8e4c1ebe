import { firstHeader, type HttpRequest } from '#local/kit/http.ts'
import type { Authorized } from './authorize.ts'
import type { MatchedRoute } from './routes.ts'

export interface EventContext {
  readonly requestId: string
  readonly apiId: string
  readonly accountId: string
  readonly domain: string
  readonly stage: string
  readonly stageVariables: Readonly<Record<string, string>>
  readonly now: Date
}

/** Bodies of these types reach a function as text. All others arrive as base64. */
const isText = (contentType: string): boolean =>
  /^(text\/|application\/(json|javascript|xml)\b)/i.test(contentType)

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const twoDigits = (value: number) => String(value).padStart(2, '0')

/** `20/Nov/2026:10:27:39 +0000` */
const commonLogTime = (at: Date): string =>
  `${twoDigits(at.getUTCDate())}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}` +
  `:${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}:${twoDigits(at.getUTCSeconds())} +0000`

const joined = (query: string): Record<string, string> | undefined => {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(query))
    values[name] = name in values ? `${values[name]},${value}` : value
  return Object.keys(values).length > 0 ? values : undefined
}

const cookiesOf = (request: HttpRequest): string[] | undefined => {
  const cookies = (request.headers['cookie'] ?? []).flatMap((line) => line.split(/;\s*/)).filter(Boolean)
  return cookies.length > 0 ? cookies : undefined
}

const httpOf = (request: HttpRequest) => ({
  method: request.method,
  path: request.path,
  protocol: 'HTTP/1.1',
  sourceIp: request.from.replace(/:\d+$/, ''),
  userAgent: firstHeader(request.headers, 'user-agent') ?? '',
})

/**
 * Builds the event of a Lambda proxy with payload format 2.0:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export const proxyEvent = (
  request: HttpRequest,
  { route, parameters }: MatchedRoute,
  jwt: Authorized | undefined,
  context: EventContext,
) => {
  const asText = isText(firstHeader(request.headers, 'content-type') ?? '')
  const headers = Object.entries(request.headers)
    .filter(([name]) => name !== 'cookie')
    .map(([name, values]) => [name, values.join(',')])
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: request.path,
    rawQueryString: request.query,
    cookies: cookiesOf(request),
    headers: Object.fromEntries(headers),
    queryStringParameters: joined(request.query),
    pathParameters: Object.keys(parameters).length > 0 ? parameters : undefined,
    requestContext: {
      accountId: context.accountId,
      apiId: context.apiId,
      ...(jwt ? { authorizer: { jwt } } : {}),
      domainName: context.domain,
      domainPrefix: context.domain.split('.')[0] ?? '',
      http: httpOf(request),
      requestId: context.requestId,
      routeKey: route.key,
      stage: context.stage,
      time: commonLogTime(context.now),
      timeEpoch: context.now.getTime(),
    },
    ...(Object.keys(context.stageVariables).length > 0 ? { stageVariables: context.stageVariables } : {}),
    ...(request.body.length > 0 ? { body: request.body.toString(asText ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: request.body.length > 0 && !asText,
  }
}

import type { IncomingMessage } from 'node:http'
import { AwsError } from '../protocol/aws-error.ts'

interface CorsRule {
  readonly AllowedOrigins: readonly string[]
  readonly AllowedMethods: readonly string[]
  readonly AllowedHeaders?: readonly string[]
  readonly ExposedHeaders?: readonly string[]
  /** Seconds for which a browser may cache the preflight response. */
  readonly MaxAge?: number | string
}

/** `CorsConfiguration` of an `AWS::S3::Bucket`. */
export interface CorsConfiguration {
  readonly CorsRules: readonly CorsRule[]
}

type Headers = Readonly<Record<string, string>>

/** S3's patterns have at most one `*`. */
const matches = (pattern: string, text: string): boolean => {
  const [start = '', end] = pattern.split('*')
  if (end === undefined) return pattern === text
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end)
}

const findRule = (
  cors: CorsConfiguration | undefined,
  origin: string,
  method: string,
  headers: readonly string[],
) =>
  cors?.CorsRules.find(
    (rule) =>
      rule.AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
      rule.AllowedMethods.includes(method) &&
      headers.every((name) =>
        (rule.AllowedHeaders ?? []).some((pattern) => matches(pattern.toLowerCase(), name.toLowerCase())),
      ),
  )

const headersOf = (rule: CorsRule, origin: string): Headers => {
  const any = rule.AllowedOrigins.includes('*')
  return {
    'access-control-allow-origin': any ? '*' : origin,
    ...(any ? {} : { 'access-control-allow-credentials': 'true' }),
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    ...(rule.ExposedHeaders?.length
      ? { 'access-control-expose-headers': rule.ExposedHeaders.join(', ') }
      : {}),
    ...(rule.MaxAge === undefined ? {} : { 'access-control-max-age': String(rule.MaxAge) }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  }
}

/** Returns the headers that let a browser read the response. Empty if no rule matches. */
export const corsHeaders = (cors: CorsConfiguration | undefined, request: IncomingMessage): Headers => {
  const origin = request.headers.origin
  const rule = origin === undefined ? undefined : findRule(cors, origin, request.method ?? '', [])
  return rule && origin !== undefined ? headersOf(rule, origin) : {}
}

/** Returns the headers of a preflight response. Throws AccessForbidden if no rule matches. */
export const preflightHeaders = (cors: CorsConfiguration | undefined, request: IncomingMessage): Headers => {
  const { origin, 'access-control-request-method': method } = request.headers
  if (!origin || !method)
    throw new AwsError('BadRequest', 400, 'Insufficient information. Origin request header needed.')
  const requested = request.headers['access-control-request-headers'] ?? ''
  const wanted = requested
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const rule = findRule(cors, origin, method, wanted)
  if (!rule) {
    throw new AwsError('AccessForbidden', 403, 'CORSResponse: This CORS request is not allowed.', {
      Method: method,
    })
  }
  return {
    ...headersOf(rule, origin),
    ...(requested ? { 'access-control-allow-headers': requested.toLowerCase() } : {}),
  }
}

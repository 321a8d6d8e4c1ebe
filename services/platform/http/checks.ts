import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type * as z from 'zod/mini'
import { apiError } from '../api-error.ts'
import { sameSecret } from '../crypto.ts'
import { bodyBytes, headerOf } from './event.ts'

/** The accepted secrets, from the API's stage variable. There are two while the secret is being changed. */
const originSecretsOf = ({ stageVariables }: APIGatewayProxyEventV2): string[] =>
  (stageVariables?.['originSecrets'] ?? '').split(',').filter(Boolean)

/**
 * Rejects requests that did not come through our CloudFront distribution. Only CloudFront sets a trustworthy
 * `cloudfront-viewer-address`, which the rate limits count by.
 */
export const requireOriginSecret = (event: APIGatewayProxyEventV2): void => {
  const sent = headerOf(event, 'x-origin-secret') ?? ''
  if (!originSecretsOf(event).some((accepted) => sameSecret(sent, accepted))) throw apiError('forbidden')
}

/** Rejects bodies larger than `maxBytes`. */
export const requireSize = (event: APIGatewayProxyEventV2, maxBytes: number): void => {
  if (bodyBytes(event).length > maxBytes) throw apiError('payload_too_large')
}

/** Rejects bodies that are not JSON, so that forms of other sites cannot post here. An empty body needs no type. */
export const requireJson = (event: APIGatewayProxyEventV2): void => {
  if (!event.body) return
  const type = headerOf(event, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw apiError('unsupported_media_type')
}

const parseJson = (event: APIGatewayProxyEventV2): unknown => {
  if (!event.body) return {}
  try {
    return JSON.parse(bodyBytes(event).toString('utf8'))
  } catch (cause) {
    throw apiError('invalid_json', { cause })
  }
}

/** Matches zod's default messages, which are not written for users. zod/mini has only "Invalid input". */
const defaultMessage = /^(Invalid|Too big|Too small|Unrecognized)\b/

/**
 * Returns whether a value contains a lone surrogate. It cannot be stored as UTF-8, so that a write or a key would fail.
 * Calls no function for each level: a body of 64 KB can be nested 32,000 levels deep, which would exceed the stack.
 */
const hasLoneSurrogate = (body: unknown): boolean => {
  const unchecked = [body]
  while (unchecked.length > 0) {
    const value = unchecked.pop()
    if (typeof value === 'string' && /\p{Cs}/u.test(value)) return true
    if (typeof value === 'object' && value !== null) unchecked.push(...Object.values(value))
  }
  return false
}

/**
 * Validates a body against its schema.
 *
 * @throws ApiError `validation_failed` with the first message that a schema of ours defines, else the general text. Its
 * cause, which the log shows, names the field
 */
export const validateBody = <S extends z.ZodMiniType>(body: unknown, schema: S): z.output<S> => {
  const parsed = schema.safeParse(body)
  if (parsed.success && !hasLoneSurrogate(parsed.data)) return parsed.data
  if (parsed.success) throw apiError('validation_failed', { message: 'Please remove control characters' })
  const issue = parsed.error.issues[0]
  const isOurs = issue !== undefined && !defaultMessage.test(issue.message)
  const cause = new Error(`${issue?.code} at ${issue?.path.join('.') || 'the body'}`)
  throw apiError('validation_failed', isOurs ? { message: issue.message, cause } : { cause })
}

/**
 * Parses the body with its schema.
 *
 * @throws ApiError `invalid_json` or `validation_failed`
 */
export const parseBody = <S extends z.ZodMiniType>(event: APIGatewayProxyEventV2, schema: S): z.output<S> =>
  validateBody(parseJson(event), schema)

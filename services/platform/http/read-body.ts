import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type * as z from 'zod'
import { refused } from '../refusal.ts'
import { bodyBytes, headerOf } from './exchange.ts'

export const requireSize = (event: APIGatewayProxyEventV2, maxBytes: number): void => {
  if (bodyBytes(event).length > maxBytes) throw refused('payload_too_large')
}

/** JSON only, so that no form of another site can post here. No body needs no type. */
export const requireJson = (event: APIGatewayProxyEventV2): void => {
  if (!event.body) return
  const type = headerOf(event, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw refused('unsupported_media_type')
}

const parseJson = (event: APIGatewayProxyEventV2): unknown => {
  if (!event.body) return {}
  try {
    return JSON.parse(bodyBytes(event).toString('utf8'))
  } catch (cause) {
    throw refused('invalid_json', { cause })
  }
}

/** How messages begin that no schema of ours has worded. */
const libraryWords = /^(Invalid|Too big|Too small|Unrecognized)\b/

/** Reads the body by its schema. The message is the first thing that is wrong, in the form's own words. */
export const readBody = <S extends z.ZodType>(event: APIGatewayProxyEventV2, schema: S): z.output<S> => {
  const parsed = schema.safeParse(parseJson(event))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  // A wrong type has only the library's words to offer; the catalogue's are kinder.
  const worded = issue !== undefined && !libraryWords.test(issue.message)
  throw refused('validation_failed', worded ? { message: issue.message } : {})
}

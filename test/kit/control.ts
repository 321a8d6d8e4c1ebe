import type * as z from 'zod'
import { send } from './send.ts'
import { site } from './site.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Calls the local cloud's control interface (`/_local/…`) and validates the response. Throws with the text of an
 * error response.
 */
export const control = async <S extends z.ZodType>(
  method: Method,
  path: string,
  shape: S,
  body?: object,
): Promise<z.output<S>> => {
  const { status, text } = await send(`${site()}/_local/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (status < 200 || status > 299) throw new Error(`${method} /_local/${path} returned ${status}: ${text}`)
  return shape.parse(text === '' ? undefined : JSON.parse(text))
}

/** `{ to: 'a@b.example', x: undefined }` → `?to=a%40b.example`. */
export const query = (parameters: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

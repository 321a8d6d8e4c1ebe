import { type OkOf, type Operation, pathOf } from '#shared/contract/operation.ts'

/** One check, or one step of several. */
export interface Check {
  readonly name: string
  /** Throws an error that describes the problem. */
  run(): Promise<void>
}

const timeoutMs = 15_000

export const get = (address: string): Promise<Response> =>
  fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })

interface As {
  readonly accessToken?: string
}

/** Calls an operation through the site, or at the API itself. */
export const send = (
  address: string,
  operation: Operation,
  body: object,
  { accessToken }: As = {},
): Promise<Response> => post(`${address}${pathOf(operation)}`, body, accessToken)

export const post = (address: string, body: object, accessToken?: string): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })

/** Calls an operation and returns its checked body. Throws with the response if the call fails. */
export const callOk = async <O extends Operation>(
  site: string,
  operation: O,
  body: object,
  as: As = {},
): Promise<OkOf<O>> => {
  const response = await send(site, operation, body, as)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${operation.name} returned ${response.status}: ${text}`)
  const checked: unknown = operation.ok.parse(JSON.parse(text))
  // The schema has checked the type.
  return checked as OkOf<O>
}

export const expectStatus = ({ status }: Response, expected: number): void => {
  if (status !== expected) throw new Error(`status ${status} instead of ${expected}`)
}

import { jsonResponse, type HttpRequest, type HttpResponse } from '#local/kit/http.ts'

/** An error response of the control interface. */
export class ControlError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface ControlRequest {
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Parsed JSON, or undefined if there is no body. */
  readonly body: unknown
}

/** Returns a value to send as JSON, or a whole response. */
export type ControlHandler = (request: ControlRequest) => unknown

export interface ControlRoute {
  readonly method: string
  /** Path below `/_local/`. `:name` is a parameter. */
  readonly path: string
  readonly handle: ControlHandler
}

const isResponse = (value: unknown): value is HttpResponse =>
  typeof value === 'object' && value !== null && 'status' in value && 'headers' in value && 'body' in value

const match = (pattern: string, path: string): Record<string, string> | undefined => {
  const expected = pattern.split('/')
  const given = path.split('/')
  if (expected.length !== given.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [at, part] of expected.entries()) {
    const value = decodeURIComponent(given[at] ?? '')
    if (part.startsWith(':')) parameters[part.slice(1)] = value
    else if (part !== value) return undefined
  }
  return parameters
}

const parseBody = ({ body }: HttpRequest): unknown => {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new ControlError(400, 'invalid_json', 'The body is not JSON.')
  }
}

const errorResponse = ({ status, code, message }: ControlError) =>
  jsonResponse(status, { error: { code, message } })

/** Creates the router for `/_local/`. Error bodies are `{error: {code, message}}`. */
export const createRouter = (routes: readonly ControlRoute[]) => {
  const run = async (request: HttpRequest): Promise<HttpResponse> => {
    const path = request.path.replace(/^\/_local\//, '')
    const found = routes.flatMap((route) => {
      const parameters = match(route.path, path)
      return parameters ? [{ route, parameters }] : []
    })
    const chosen = found.find(({ route }) => route.method === request.method)
    if (!chosen)
      throw found.length > 0
        ? new ControlError(405, 'method_not_allowed', `${request.path} does not support ${request.method}.`)
        : new ControlError(404, 'not_found', `The local cloud has no ${request.path}.`)
    const result = await chosen.route.handle({
      parameters: chosen.parameters,
      query: new URLSearchParams(request.query),
      body: parseBody(request),
    })
    return isResponse(result) ? result : jsonResponse(200, result ?? {}, { 'cache-control': 'no-store' })
  }
  return async (request: HttpRequest): Promise<HttpResponse> => {
    try {
      return await run(request)
    } catch (error) {
      if (error instanceof ControlError) return errorResponse(error)
      throw error
    }
  }
}

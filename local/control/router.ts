import { jsonResponse, type HttpRequest, type HttpResponse } from '../http.ts'

/** An answer of the control interface that is not a success. */
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
  /** Parsed JSON; `undefined` without a body. */
  readonly body: unknown
}

/** Answers a value as JSON, or a whole response. */
export type ControlHandler = (request: ControlRequest) => unknown

export interface ControlRoute {
  readonly method: string
  /** Below `/_local/`; `:name` is a parameter. */
  readonly path: string
  readonly handle: ControlHandler
}

export const isResponse = (value: unknown): value is HttpResponse =>
  typeof value === 'object' && value !== null && 'status' in value && 'headers' in value && 'body' in value

const match = (pattern: string, path: string): Record<string, string> | undefined => {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
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

const failure = ({ status, code, message }: ControlError) =>
  jsonResponse(status, { error: { code, message } })

/** Routes requests below `/_local/`; every error is `{error: {code, message}}`. */
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
        ? new ControlError(405, 'method_not_allowed', `${request.path} does not answer ${request.method}.`)
        : new ControlError(404, 'not_found', `The local cloud has no ${request.path}.`)
    const answer = await chosen.route.handle({
      parameters: chosen.parameters,
      query: new URLSearchParams(request.query),
      body: parseBody(request),
    })
    return isResponse(answer) ? answer : jsonResponse(200, answer ?? {}, { 'cache-control': 'no-store' })
  }
  return async (request: HttpRequest): Promise<HttpResponse> => {
    try {
      return await run(request)
    } catch (error) {
      if (error instanceof ControlError) return failure(error)
      throw error
    }
  }
}

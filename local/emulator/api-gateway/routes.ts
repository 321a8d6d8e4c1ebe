import type { ApiRoute } from '../cloudformation/api.ts'

export interface MatchedRoute {
  readonly route: ApiRoute
  readonly parameters: Readonly<Record<string, string>>
}

interface Candidate extends MatchedRoute {
  /** Higher is more specific. */
  readonly rank: number
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '')

const matchPath = (
  pattern: string,
  path: string,
): { parameters: Record<string, string>; rank: number } | undefined => {
  const wanted = segmentsOf(pattern)
  const given = segmentsOf(path)
  const parameters: Record<string, string> = {}
  const greedy = /^\{([^}]+)\+\}$/.exec(wanted.at(-1) ?? '')
  if (greedy ? given.length < wanted.length : given.length !== wanted.length) return undefined
  const fixed = greedy ? wanted.slice(0, -1) : wanted
  for (const [at, segment] of fixed.entries()) {
    const value = given[at] ?? ''
    const parameter = /^\{([^}]+)\}$/.exec(segment)?.[1]
    if (parameter) parameters[parameter] = decodeURIComponent(value)
    else if (segment !== value) return undefined
  }
  if (greedy) parameters[greedy[1] ?? ''] = given.slice(fixed.length).map(decodeURIComponent).join('/')
  return { parameters, rank: greedy ? 1 : Object.keys(parameters).length > 0 ? 2 : 3 }
}

/**
 * Finds the route of a request. The order is: exact path, path with parameters, greedy path, `$default`; and
 * a named method before ANY
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html).
 */
export const matchRoute = (
  routes: readonly ApiRoute[],
  method: string,
  path: string,
): MatchedRoute | undefined => {
  const candidates = routes.flatMap((route): Candidate[] => {
    if (route.key === '$default') return [{ route, parameters: {}, rank: 0 }]
    const [wantedMethod = '', pattern = ''] = route.key.split(' ')
    if (wantedMethod !== 'ANY' && wantedMethod !== method) return []
    const matched = matchPath(pattern, path)
    if (!matched) return []
    return [
      { route, parameters: matched.parameters, rank: matched.rank * 2 + (wantedMethod === 'ANY' ? 0 : 1) },
    ]
  })
  return candidates.toSorted((a, b) => b.rank - a.rank)[0]
}

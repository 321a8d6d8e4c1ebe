import { numberAt, textAt, type ResolvedResource, type Reader } from './reader.ts'
import { listOf, objectOf, textOf } from './template.ts'

export interface JwtAuthorizer {
  readonly userPoolId: string
  readonly audience: readonly string[]
}

export interface ApiRoute {
  /** `POST /orders`, `GET /orders/{id}` or `$default`. */
  readonly key: string
  readonly functionArn: string
  readonly authorizer: JwtAuthorizer | undefined
  /** The token's `scope` must contain one of these. Empty means that no scope is required. */
  readonly scopes: readonly string[]
  readonly throttling: Throttling | undefined
}

/** Rate in requests per second, and the largest number of concurrent requests. */
export interface Throttling {
  readonly rate: number
  readonly burst: number
}

export interface HttpApi {
  readonly id: string
  readonly endpoint: string
  readonly stage: string
  readonly stageVariables: Readonly<Record<string, string>>
  readonly routes: readonly ApiRoute[]
  readonly throttling: Throttling | undefined
}

const idAfterSlash = (target: string) => target.slice(target.lastIndexOf('/') + 1)

/** `https://cognito-idp.<region>.amazonaws.com/<pool>` → `<pool>`. */
const readAuthorizer = ({ properties, resource }: ResolvedResource): JwtAuthorizer => {
  const issuer = textAt(properties, 'JwtConfiguration.Issuer') ?? ''
  if (textAt(properties, 'AuthorizerType') !== 'JWT' || !issuer.startsWith('https://cognito-idp.'))
    throw new Error(`The local API Gateway supports only JWT authorizers of Cognito (${resource.logicalId})`)
  const audience = listOf(objectOf(properties['JwtConfiguration'], 'JwtConfiguration')['Audience'])
  return { userPoolId: idAfterSlash(issuer), audience: audience.map((item) => textOf(item, 'Audience')) }
}

/** The URI of a Lambda integration is the function's ARN, alone or within the path of the invoke API. */
const functionOf = ({ properties, resource }: ResolvedResource): string => {
  const uri = textAt(properties, 'IntegrationUri') ?? ''
  const version = textAt(properties, 'PayloadFormatVersion')
  if (textAt(properties, 'IntegrationType') !== 'AWS_PROXY' || version !== '2.0')
    throw new Error(
      `The local API Gateway supports only Lambda proxies of payload 2.0 (${resource.logicalId})`,
    )
  const arn = /arn:aws:lambda:[^/]*:function:[^/]+/.exec(uri)?.[0]
  if (!arn) throw new Error(`${resource.logicalId} names no function: ${uri}`)
  return arn
}

/** Throws if two resources have the same value of a property that must be unique within an API. */
const requireUnique = (
  resources: readonly ResolvedResource[],
  property: string,
  messageFor: (value: string) => string,
): void => {
  const seen = new Set<string>()
  for (const { properties, resource } of resources) {
    const value = textAt(properties, property) ?? ''
    if (seen.has(value)) throw new Error(`${messageFor(value)} (${resource.logicalId})`)
    seen.add(value)
  }
}

/** Rejects names for which API Gateway returns BadRequestException (authorizers) and ConflictException (routes). */
const requireUniqueNames = (
  authorizers: readonly ResolvedResource[],
  routes: readonly ResolvedResource[],
) => {
  requireUnique(authorizers, 'Name', (name) => `Authorizer name must be unique: ${name}`)
  requireUnique(routes, 'RouteKey', (key) => `Route with key ${key} already exists`)
}

const throttlingAt = (resolved: ResolvedResource, path: string): Throttling | undefined => {
  const rate = numberAt(resolved.properties, `${path}.ThrottlingRateLimit`)
  const burst = numberAt(resolved.properties, `${path}.ThrottlingBurstLimit`)
  return rate === undefined || burst === undefined ? undefined : { rate, burst }
}

const readApi = (reader: Reader, api: ResolvedResource): HttpApi => {
  const resourcesOfApi = (type: string) =>
    reader.all(type).filter(({ properties }) => properties['ApiId'] === api.ref)
  const authorizerResources = resourcesOfApi('AWS::ApiGatewayV2::Authorizer')
  const routeResources = resourcesOfApi('AWS::ApiGatewayV2::Route')
  requireUniqueNames(authorizerResources, routeResources)
  const authorizers = new Map(authorizerResources.map((found) => [found.ref, readAuthorizer(found)]))
  const integrations = new Map(
    resourcesOfApi('AWS::ApiGatewayV2::Integration').map((found) => [found.ref, functionOf(found)]),
  )
  const [stage] = resourcesOfApi('AWS::ApiGatewayV2::Stage')
  if (!stage) throw new Error(`The API ${api.resource.logicalId} has no stage`)
  const routes = routeResources.map((route): ApiRoute => {
    const key = textAt(route.properties, 'RouteKey') ?? ''
    const functionArn = integrations.get(idAfterSlash(textAt(route.properties, 'Target') ?? ''))
    if (!functionArn) throw new Error(`The route ${key} has no integration`)
    const authorizerId = textAt(route.properties, 'AuthorizerId')
    const authorizer = authorizerId === undefined ? undefined : authorizers.get(authorizerId)
    const type = textAt(route.properties, 'AuthorizationType') ?? 'NONE'
    if ((type === 'JWT') !== (authorizer !== undefined) || !['JWT', 'NONE'].includes(type))
      throw new Error(`The local API Gateway does not support the authorization ${type} of the route ${key}`)
    const scopes = listOf(route.properties['AuthorizationScopes']).map((scope) =>
      textOf(scope, 'AuthorizationScopes'),
    )
    return { key, functionArn, authorizer, scopes, throttling: throttlingAt(stage, `RouteSettings.${key}`) }
  })
  return {
    id: api.ref,
    endpoint: api.attributes['ApiEndpoint'] ?? '',
    stage: stage.ref && (textAt(stage.properties, 'StageName') ?? '$default'),
    stageVariables: Object.fromEntries(
      Object.entries(objectOf(stage.properties['StageVariables'] ?? {}, 'StageVariables')).map(
        ([name, value]) => [name, textOf(value, name)],
      ),
    ),
    routes,
    throttling: throttlingAt(stage, 'DefaultRouteSettings'),
  }
}

/** Reads the HTTP APIs of the stacks with their routes. */
export const readApis = (reader: Reader): HttpApi[] =>
  reader.all('AWS::ApiGatewayV2::Api').map((api) => {
    if (textAt(api.properties, 'ProtocolType') !== 'HTTP')
      throw new Error(`The local API Gateway supports only HTTP APIs (${api.resource.logicalId})`)
    return readApi(reader, api)
  })

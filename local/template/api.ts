import { numberAt, textAt, type Built, type Reader } from './reader.ts'
import { listOf, objectOf, textOf } from './template.ts'

export interface JwtAuthorizer {
  readonly userPoolId: string
  readonly audience: readonly string[]
}

export interface ApiRoute {
  /** `POST /functions/sign-up`, `GET /d/{code}` or `$default`. */
  readonly key: string
  readonly functionArn: string
  readonly authorizer: JwtAuthorizer | undefined
  /** One of these must be in the token's `scope`; none are needed when it is empty. */
  readonly scopes: readonly string[]
  readonly throttling: Throttling | undefined
}

/** Requests per second and how many may come at once. */
export interface Throttling {
  readonly rate: number
  readonly burst: number
}

export interface HttpApi {
  readonly id: string
  readonly endpoint: string
  readonly stage: string
  readonly routes: readonly ApiRoute[]
  readonly throttling: Throttling | undefined
}

const idAfterSlash = (target: string) => target.slice(target.lastIndexOf('/') + 1)

/** `https://cognito-idp.<region>.amazonaws.com/<pool>` → `<pool>`. */
const readAuthorizer = ({ properties, place }: Built): JwtAuthorizer => {
  const issuer = textAt(properties, 'JwtConfiguration.Issuer') ?? ''
  if (textAt(properties, 'AuthorizerType') !== 'JWT' || !issuer.startsWith('https://cognito-idp.'))
    throw new Error(`The local gateway knows JWT authorizers of Cognito only (${place.logicalId})`)
  const audience = listOf(objectOf(properties['JwtConfiguration'], 'JwtConfiguration')['Audience'])
  return { userPoolId: idAfterSlash(issuer), audience: audience.map((item) => textOf(item, 'Audience')) }
}

/** The URI of a Lambda integration is the function's ARN, alone or inside the path of the invoke API. */
const functionOf = ({ properties, place }: Built): string => {
  const uri = textAt(properties, 'IntegrationUri') ?? ''
  const version = textAt(properties, 'PayloadFormatVersion')
  if (textAt(properties, 'IntegrationType') !== 'AWS_PROXY' || version !== '2.0')
    throw new Error(`The local gateway knows Lambda proxies of payload 2.0 only (${place.logicalId})`)
  const arn = /arn:aws:lambda:[^/]*:function:[^/]+/.exec(uri)?.[0]
  if (!arn) throw new Error(`${place.logicalId} leads to no function: ${uri}`)
  return arn
}

const throttlingAt = (built: Built, path: string): Throttling | undefined => {
  const rate = numberAt(built.properties, `${path}.ThrottlingRateLimit`)
  const burst = numberAt(built.properties, `${path}.ThrottlingBurstLimit`)
  return rate === undefined || burst === undefined ? undefined : { rate, burst }
}

const readApi = (reader: Reader, api: Built): HttpApi => {
  const mine = (type: string) => reader.all(type).filter(({ properties }) => properties['ApiId'] === api.ref)
  const authorizers = new Map(
    mine('AWS::ApiGatewayV2::Authorizer').map((found) => [found.ref, readAuthorizer(found)]),
  )
  const integrations = new Map(
    mine('AWS::ApiGatewayV2::Integration').map((found) => [found.ref, functionOf(found)]),
  )
  const [stage] = mine('AWS::ApiGatewayV2::Stage')
  if (!stage) throw new Error(`The API ${api.place.logicalId} has no stage`)
  const routes = mine('AWS::ApiGatewayV2::Route').map((route): ApiRoute => {
    const key = textAt(route.properties, 'RouteKey') ?? ''
    const functionArn = integrations.get(idAfterSlash(textAt(route.properties, 'Target') ?? ''))
    if (!functionArn) throw new Error(`The route ${key} has no integration`)
    const authorizerId = textAt(route.properties, 'AuthorizerId')
    const authorizer = authorizerId === undefined ? undefined : authorizers.get(authorizerId)
    const type = textAt(route.properties, 'AuthorizationType') ?? 'NONE'
    if ((type === 'JWT') !== (authorizer !== undefined) || !['JWT', 'NONE'].includes(type))
      throw new Error(`The local gateway does not know the authorization ${type} of the route ${key}`)
    const scopes = listOf(route.properties['AuthorizationScopes']).map((scope) =>
      textOf(scope, 'AuthorizationScopes'),
    )
    return { key, functionArn, authorizer, scopes, throttling: throttlingAt(stage, `RouteSettings.${key}`) }
  })
  return {
    id: api.ref,
    endpoint: api.attributes['ApiEndpoint'] ?? '',
    stage: stage.ref && (textAt(stage.properties, 'StageName') ?? '$default'),
    routes,
    throttling: throttlingAt(stage, 'DefaultRouteSettings'),
  }
}

/** The HTTP APIs of the stacks with their routes. */
export const readApis = (reader: Reader): HttpApi[] =>
  reader.all('AWS::ApiGatewayV2::Api').map((api) => {
    if (textAt(api.properties, 'ProtocolType') !== 'HTTP')
      throw new Error(`The local gateway knows HTTP APIs only (${api.place.logicalId})`)
    return readApi(reader, api)
  })

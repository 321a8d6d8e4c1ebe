import { numberAt, textAt, valueAt, type ResolvedResource, type Reader } from './reader.ts'
import { readCacheRules, readForwarded, type CacheRules, type Forwarded } from './cloudfront-policies.ts'
import { isObject, listOf, objectOf, textOf, type Json, type JsonObject } from './template.ts'

/** Source of responses: the site's bucket, another bucket or an HTTP API. */
export interface Origin {
  readonly id: string
  readonly domain: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

export interface ResponseHeader {
  readonly name: string
  readonly value: string
  /** False if the origin's own header of this name is kept. */
  readonly override: boolean
}

export interface Behaviour {
  /** `/api/*`, or `*` for the default. */
  readonly pattern: string
  readonly originId: string
  readonly methods: readonly string[]
  readonly compress: boolean
  /** CloudFront also forwards the headers in the cache key. */
  readonly cache: CacheRules
  readonly forwarded: Forwarded
  /** Code of the CloudFront Functions at viewer-request and viewer-response. */
  readonly viewerRequest: string | undefined
  readonly viewerResponse: string | undefined
  readonly headers: readonly ResponseHeader[]
}

export interface Distribution {
  readonly id: string
  readonly domain: string
  readonly aliases: readonly string[]
  readonly rootObject: string
  readonly origins: readonly Origin[]
  /** In evaluation order. The default is last. */
  readonly behaviours: readonly Behaviour[]
  /** Minimum time for which an error is cached, in seconds by status. */
  readonly errorSeconds: ReadonlyMap<number, number>
}

const isTrue = (value: Json | undefined): boolean => value === true || value === 'true'

const withOverride = (
  name: string,
  value: Json | undefined,
  text: (header: JsonObject) => string,
): ResponseHeader[] =>
  isObject(value) ? [{ name, value: text(value), override: isTrue(value['Override']) }] : []

const transportSecurity = (header: JsonObject): string =>
  [
    `max-age=${textOf(header['AccessControlMaxAgeSec'], 'AccessControlMaxAgeSec')}`,
    ...(isTrue(header['IncludeSubdomains']) ? ['includeSubDomains'] : []),
    ...(isTrue(header['Preload']) ? ['preload'] : []),
  ].join('; ')

const securityHeaders = (config: JsonObject): ResponseHeader[] => {
  const field = (name: string) => (header: JsonObject) => textOf(header[name], name)
  return [
    ...withOverride(
      'content-security-policy',
      config['ContentSecurityPolicy'],
      field('ContentSecurityPolicy'),
    ),
    ...withOverride('strict-transport-security', config['StrictTransportSecurity'], transportSecurity),
    ...withOverride('x-content-type-options', config['ContentTypeOptions'], () => 'nosniff'),
    ...withOverride('x-frame-options', config['FrameOptions'], field('FrameOption')),
    ...withOverride('referrer-policy', config['ReferrerPolicy'], field('ReferrerPolicy')),
    ...withOverride('x-xss-protection', config['XSSProtection'], (header) =>
      isTrue(header['Protection']) ? `1${isTrue(header['ModeBlock']) ? '; mode=block' : ''}` : '0',
    ),
  ]
}

const customHeaders = (config: JsonObject): ResponseHeader[] =>
  listOf(valueAt(config, 'CustomHeadersConfig.Items')).map((item) => {
    const header = objectOf(item, 'A custom header')
    return {
      name: textOf(header['Header'], 'Header').toLowerCase(),
      value: textOf(header['Value'], 'Value'),
      override: isTrue(header['Override']),
    }
  })

const readHeaders = (policy: ResolvedResource | undefined): ResponseHeader[] => {
  if (!policy) return []
  const config = objectOf(policy.properties['ResponseHeadersPolicyConfig'], 'ResponseHeadersPolicyConfig')
  if (config['CorsConfig'] !== undefined) throw new Error('The local CloudFront does not support CorsConfig')
  const security = valueAt(config, 'SecurityHeadersConfig')
  return [...(isObject(security) ? securityHeaders(security) : []), ...customHeaders(config)]
}

const readOrigin = (value: Json): Origin => {
  const origin = objectOf(value, 'An origin')
  const headers = listOf(origin['OriginCustomHeaders']).map((item) => {
    const header = objectOf(item, 'An origin header')
    return [
      textOf(header['HeaderName'], 'HeaderName').toLowerCase(),
      textOf(header['HeaderValue'], 'HeaderValue'),
    ]
  })
  return {
    id: textOf(origin['Id'], 'The id of an origin'),
    domain: textOf(origin['DomainName'], 'The DomainName of an origin'),
    path: textAt(origin, 'OriginPath') ?? '',
    headers: Object.fromEntries(headers),
  }
}

const readBehaviour = (reader: Reader, value: Json): Behaviour => {
  const behaviour = objectOf(value, 'A cache behaviour')
  if (listOf(behaviour['LambdaFunctionAssociations']).length > 0)
    throw new Error('The local CloudFront does not support Lambda@Edge')
  const codeAt = (event: string): string | undefined => {
    const wanted = listOf(behaviour['FunctionAssociations'])
      .map((item) => objectOf(item, 'A function association'))
      .find((association) => association['EventType'] === event)
    if (!wanted) return undefined
    const found = reader.all('AWS::CloudFront::Function').find(({ ref }) => ref === wanted['FunctionARN'])
    if (!found)
      throw new Error(`A behaviour refers to ${JSON.stringify(wanted['FunctionARN'])}, which is in no stack`)
    return textAt(found.properties, 'FunctionCode')
  }
  const cache = readCacheRules(reader, textAt(behaviour, 'CachePolicyId'))
  const policyId = textAt(behaviour, 'ResponseHeadersPolicyId')
  const policy = reader.all('AWS::CloudFront::ResponseHeadersPolicy').find(({ ref }) => ref === policyId)
  if (policyId && !policy)
    throw new Error(`The local CloudFront does not support the headers policy ${policyId}`)
  return {
    pattern: textAt(behaviour, 'PathPattern') ?? '*',
    originId: textOf(behaviour['TargetOriginId'], 'TargetOriginId'),
    methods: listOf(behaviour['AllowedMethods'] ?? ['GET', 'HEAD']).map((item) =>
      textOf(item, 'AllowedMethods'),
    ),
    compress: isTrue(behaviour['Compress']) && cache.encodings.length > 0,
    cache,
    forwarded: readForwarded(reader, textAt(behaviour, 'OriginRequestPolicyId')),
    viewerRequest: codeAt('viewer-request'),
    viewerResponse: codeAt('viewer-response'),
    headers: readHeaders(policy),
  }
}

/** Reads the caching times of errors. Rejects error pages, which would hide responses of the API. */
const readErrorSeconds = (config: JsonObject): ReadonlyMap<number, number> =>
  new Map(
    listOf(config['CustomErrorResponses']).map((item) => {
      const error = objectOf(item, 'A custom error response')
      if (error['ResponsePagePath'] !== undefined || error['ResponseCode'] !== undefined)
        throw new Error(
          'The local CloudFront does not support error pages: they would hide responses of the API',
        )
      return [numberAt(error, 'ErrorCode') ?? 0, numberAt(error, 'ErrorCachingMinTTL') ?? 10]
    }),
  )

/** Reads the distribution of the stacks, if there is one. Throws if there are several. */
export const readDistribution = (reader: Reader): Distribution | undefined => {
  const [resolved, ...more] = reader.all('AWS::CloudFront::Distribution')
  if (!resolved) return undefined
  if (more.length > 0) throw new Error('The emulator supports only one distribution')
  const config = objectOf(resolved.properties['DistributionConfig'], 'DistributionConfig')
  const behaviours = [...listOf(config['CacheBehaviors']), config['DefaultCacheBehavior'] ?? null]
  return {
    id: resolved.ref,
    domain: resolved.attributes['DomainName'] ?? '',
    aliases: listOf(config['Aliases']).map((alias) => textOf(alias, 'Aliases')),
    rootObject: textAt(config, 'DefaultRootObject') ?? '',
    origins: listOf(config['Origins']).map(readOrigin),
    behaviours: behaviours.map((behaviour) => readBehaviour(reader, behaviour)),
    errorSeconds: readErrorSeconds(config),
  }
}

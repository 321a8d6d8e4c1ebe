import { textAt, valueAt, type Built, type Reader } from './reader.ts'
import { readCacheRules, readForwarded, type Forwarded } from './edge-policies.ts'
import { isObject, listOf, objectOf, textOf, type Json, type JsonObject } from './template.ts'

/** Where CloudFront gets an answer: the site's own bucket, another bucket or an HTTP API. */
export interface Origin {
  readonly id: string
  readonly domain: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

export interface ResponseHeader {
  readonly name: string
  readonly value: string
  /** False: an origin's own header of this name stays. */
  readonly override: boolean
}

export interface Behaviour {
  /** `/functions/*`, or `*` for the default. */
  readonly pattern: string
  readonly originId: string
  readonly methods: readonly string[]
  readonly compress: boolean
  /** Headers that are forwarded because they are part of the cache key. */
  readonly keyHeaders: readonly string[]
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
  /** In the order in which CloudFront tries them; the default is last. */
  readonly behaviours: readonly Behaviour[]
}

const yes = (value: Json | undefined): boolean => value === true || value === 'true'

const withOverride = (
  name: string,
  value: Json | undefined,
  text: (header: JsonObject) => string,
): ResponseHeader[] =>
  isObject(value) ? [{ name, value: text(value), override: yes(value['Override']) }] : []

const transportSecurity = (header: JsonObject): string =>
  [
    `max-age=${textOf(header['AccessControlMaxAgeSec'], 'AccessControlMaxAgeSec')}`,
    ...(yes(header['IncludeSubdomains']) ? ['includeSubDomains'] : []),
    ...(yes(header['Preload']) ? ['preload'] : []),
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
      yes(header['Protection']) ? `1${yes(header['ModeBlock']) ? '; mode=block' : ''}` : '0',
    ),
  ]
}

const customHeaders = (config: JsonObject): ResponseHeader[] =>
  listOf(valueAt(config, 'CustomHeadersConfig.Items')).map((item) => {
    const header = objectOf(item, 'A custom header')
    return {
      name: textOf(header['Header'], 'Header').toLowerCase(),
      value: textOf(header['Value'], 'Value'),
      override: yes(header['Override']),
    }
  })

const readHeaders = (policy: Built | undefined): ResponseHeader[] => {
  if (!policy) return []
  const config = objectOf(policy.properties['ResponseHeadersPolicyConfig'], 'ResponseHeadersPolicyConfig')
  if (config['CorsConfig'] !== undefined) throw new Error('The local CloudFront does not know CorsConfig')
  const security = valueAt(config, 'SecurityHeadersConfig')
  return [...(isObject(security) ? securityHeaders(security) : []), ...customHeaders(config)]
}

const readOrigin = (value: Json): Origin => {
  const origin = objectOf(value, 'An origin')
  const headers = listOf(origin['OriginCustomHeaders']).map((item) => {
    const header = objectOf(item, 'A header of an origin')
    return [
      textOf(header['HeaderName'], 'HeaderName').toLowerCase(),
      textOf(header['HeaderValue'], 'HeaderValue'),
    ]
  })
  return {
    id: textOf(origin['Id'], 'Id of an origin'),
    domain: textOf(origin['DomainName'], 'DomainName of an origin'),
    path: textAt(origin, 'OriginPath') ?? '',
    headers: Object.fromEntries(headers),
  }
}

const readBehaviour = (reader: Reader, value: Json): Behaviour => {
  const behaviour = objectOf(value, 'A cache behaviour')
  if (listOf(behaviour['LambdaFunctionAssociations']).length > 0)
    throw new Error('The local CloudFront does not know Lambda@Edge')
  const codeAt = (event: string): string | undefined => {
    const wanted = listOf(behaviour['FunctionAssociations'])
      .map((item) => objectOf(item, 'A function association'))
      .find((association) => association['EventType'] === event)
    if (!wanted) return undefined
    const found = reader.all('AWS::CloudFront::Function').find(({ ref }) => ref === wanted['FunctionARN'])
    if (!found)
      throw new Error(`A behaviour names ${JSON.stringify(wanted['FunctionARN'])}, which no stack has`)
    return textAt(found.properties, 'FunctionCode')
  }
  const cache = readCacheRules(reader, textAt(behaviour, 'CachePolicyId'))
  const policyId = textAt(behaviour, 'ResponseHeadersPolicyId')
  const policy = reader.all('AWS::CloudFront::ResponseHeadersPolicy').find(({ ref }) => ref === policyId)
  if (policyId && !policy)
    throw new Error(`The local CloudFront does not know the headers policy ${policyId}`)
  return {
    pattern: textAt(behaviour, 'PathPattern') ?? '*',
    originId: textOf(behaviour['TargetOriginId'], 'TargetOriginId'),
    methods: listOf(behaviour['AllowedMethods'] ?? ['GET', 'HEAD']).map((item) =>
      textOf(item, 'AllowedMethods'),
    ),
    compress: yes(behaviour['Compress']) && cache.compresses,
    keyHeaders: cache.headers,
    forwarded: readForwarded(reader, textAt(behaviour, 'OriginRequestPolicyId')),
    viewerRequest: codeAt('viewer-request'),
    viewerResponse: codeAt('viewer-response'),
    headers: readHeaders(policy),
  }
}

const refuseErrorPages = (config: JsonObject): void => {
  if (listOf(config['CustomErrorResponses']).length > 0)
    throw new Error(
      'The local CloudFront does not know CustomErrorResponses: they would hide answers of the API',
    )
}

/** The distribution of the stacks; there is at most one. */
export const readDistribution = (reader: Reader): Distribution | undefined => {
  const [built, ...more] = reader.all('AWS::CloudFront::Distribution')
  if (!built) return undefined
  if (more.length > 0) throw new Error('The local cloud plays one distribution only')
  const config = objectOf(built.properties['DistributionConfig'], 'DistributionConfig')
  refuseErrorPages(config)
  const behaviours = [...listOf(config['CacheBehaviors']), config['DefaultCacheBehavior'] ?? null]
  return {
    id: built.ref,
    domain: built.attributes['DomainName'] ?? '',
    aliases: listOf(config['Aliases']).map((alias) => textOf(alias, 'Aliases')),
    rootObject: textAt(config, 'DefaultRootObject') ?? '',
    origins: listOf(config['Origins']).map(readOrigin),
    behaviours: behaviours.map((behaviour) => readBehaviour(reader, behaviour)),
  }
}

import { numberAt, textAt, valueAt, type Reader } from './reader.ts'
import { listOf, objectOf, textOf, type Json, type JsonObject } from './template.ts'

/** The viewer's headers, cookies or query fields that are forwarded to the origin. */
export interface Forwarding {
  readonly behaviour: 'none' | 'all' | 'whitelist' | 'allExcept'
  readonly names: readonly string[]
}

export interface Forwarded {
  readonly headers: Forwarding
  /** Headers that CloudFront itself adds, such as `cloudfront-viewer-address`. */
  readonly cloudFrontHeaders: readonly string[]
  readonly cookies: Forwarding
  readonly query: Forwarding
}

const none: Forwarding = { behaviour: 'none', names: [] }
const all: Forwarding = { behaviour: 'all', names: [] }

/**
 * Ids of the AWS managed policies:
 * docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html
 */
const managedOriginRequest: Readonly<Record<string, Forwarded>> = {
  // AllViewer
  '216adef6-5c7f-47e4-b989-5492eafa07d3': { headers: all, cloudFrontHeaders: [], cookies: all, query: all },
  // AllViewerExceptHostHeader
  'b689b0a8-53d0-40ab-baf2-68738e2966ac': {
    headers: { behaviour: 'allExcept', names: ['host'] },
    cloudFrontHeaders: [],
    cookies: all,
    query: all,
  },
}

export type Encoding = 'br' | 'gzip'

/** The cache settings of a behaviour: content, time, and the parts of the request that tell entries apart. */
export interface CacheRules {
  /**
   * Encodings in which CloudFront compresses responses. It tells the origin which of them the viewer accepts, and the
   * entries of the cache apart by them: …/DeveloperGuide/ServingCompressedFiles.html
   */
  readonly encodings: readonly Encoding[]
  readonly minSeconds: number
  readonly defaultSeconds: number
  readonly maxSeconds: number
  /** Headers in the cache key. CloudFront also forwards them to the origin. */
  readonly headers: readonly string[]
  readonly cookies: Forwarding
  readonly query: Forwarding
}

const bySeconds = (minSeconds: number, defaultSeconds: number, maxSeconds: number): CacheRules => ({
  encodings: maxSeconds > 0 ? ['br', 'gzip'] : [],
  minSeconds,
  defaultSeconds,
  maxSeconds,
  headers: [],
  cookies: none,
  query: none,
})

/** Ids of the AWS managed policies: …/using-managed-cache-policies.html. */
const managedCache: Readonly<Record<string, CacheRules>> = {
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': bySeconds(0, 0, 0),
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7442e88a6a81': bySeconds(1, 86_400, 31_536_000),
}

const behaviours: Readonly<Record<string, Forwarding['behaviour']>> = {
  none: 'none',
  all: 'all',
  allViewer: 'all',
  whitelist: 'whitelist',
  allExcept: 'allExcept',
  allViewerAndWhitelistCloudFront: 'all',
}

const namesOf = (value: Json | undefined): string[] =>
  listOf(value).map((name) => textOf(name, 'A name in a policy').toLowerCase())

const forwarding = (config: JsonObject, part: string, list: string): Forwarding => {
  const given = textAt(config, `${part}Config.${part.slice(0, -1)}Behavior`) ?? 'none'
  const behaviour = behaviours[given]
  if (!behaviour) throw new Error(`The local CloudFront does not support the ${part} behaviour ${given}`)
  return { behaviour, names: namesOf(valueAt(config, `${part}Config.${list}`)) }
}

/**
 * Reads the parts of a request that an origin request policy forwards. Without a policy, no headers, cookies or query
 * are forwarded.
 */
export const readForwarded = (reader: Reader, policyId: string | undefined): Forwarded => {
  if (policyId === undefined) return { headers: none, cloudFrontHeaders: [], cookies: none, query: none }
  const managed = managedOriginRequest[policyId]
  if (managed) return managed
  const policy = reader.all('AWS::CloudFront::OriginRequestPolicy').find(({ ref }) => ref === policyId)
  if (!policy) throw new Error(`The local CloudFront does not support the origin request policy ${policyId}`)
  const config = objectOf(policy.properties['OriginRequestPolicyConfig'], 'OriginRequestPolicyConfig')
  const headers = forwarding(config, 'Headers', 'Headers')
  const cloudFrontNames = headers.names.filter((name) => name.startsWith('cloudfront-'))
  return {
    headers: headers.behaviour === 'all' ? all : headers,
    cloudFrontHeaders: headers.behaviour === 'allExcept' ? [] : cloudFrontNames,
    cookies: forwarding(config, 'Cookies', 'Cookies'),
    query: forwarding(config, 'QueryStrings', 'QueryStrings'),
  }
}

/** CloudFront compresses only cacheable responses, under a policy that accepts encodings. */
export const readCacheRules = (reader: Reader, policyId: string | undefined): CacheRules => {
  if (policyId === undefined)
    throw new Error('The local CloudFront supports only behaviours with a cache policy')
  const managed = managedCache[policyId]
  if (managed !== undefined) return managed
  const policy = reader.all('AWS::CloudFront::CachePolicy').find(({ ref }) => ref === policyId)
  if (!policy) throw new Error(`The local CloudFront does not support the cache policy ${policyId}`)
  const config = objectOf(policy.properties['CachePolicyConfig'], 'CachePolicyConfig')
  const parameters = objectOf(
    config['ParametersInCacheKeyAndForwardedToOrigin'],
    'The parameters of a cache policy',
  )
  const accepts = (kind: 'Brotli' | 'Gzip') => textAt(parameters, `EnableAcceptEncoding${kind}`) === 'true'
  const accepted = { br: accepts('Brotli'), gzip: accepts('Gzip') }
  const rules = bySeconds(
    numberAt(config, 'MinTTL') ?? 0,
    numberAt(config, 'DefaultTTL') ?? 86_400,
    numberAt(config, 'MaxTTL') ?? 31_536_000,
  )
  return {
    ...rules,
    encodings: rules.encodings.filter((encoding) => accepted[encoding]),
    headers: forwarding(parameters, 'Headers', 'Headers').names,
    cookies: forwarding(parameters, 'Cookies', 'Cookies'),
    query: forwarding(parameters, 'QueryStrings', 'QueryStrings'),
  }
}

import { Duration } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  Distribution,
  HttpVersion,
  PriceClass,
  SecurityPolicyProtocol,
  type DistributionProps,
} from 'aws-cdk-lib/aws-cloudfront'
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import * as paths from '#shared/values/site-map.ts'
import type { Stage } from '../stages.ts'
import { acknowledge } from './acknowledge.ts'
import { apiBehaviours } from './api-behaviour.ts'
import type { ContentOrigins } from './security-headers.ts'
import { siteBehaviours } from './site-behaviours.ts'

export interface SiteDistributionProps {
  readonly stage: Stage
  readonly site: IBucket
  readonly logs: IBucket
  readonly httpApi: IHttpApi
  readonly originSecret: string
  readonly origins: ContentOrigins
}

/** The path pattern for an address and everything under its first segment: `/auth/verify` → `/auth/*`. */
const patternOf = (address: string) => `/${address.split('/')[1]}/*`

/** Paths that the HTTP API serves. Every other path is a page or file of the site. */
const apiPaths = new Set(
  [paths.functions, paths.verifyLink, paths.restorePass, paths.stripeWebhook, paths.shortLink].map(patternOf),
)

const domainOf = ({ domain }: Stage, scope: Construct): Partial<DistributionProps> =>
  domain
    ? {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }
    : {}

/** The statuses of errors for which CloudFront has a caching time. */
const errorStatuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

/**
 * The single origin of pages and functions. It has no error pages, because they would replace the API errors of the
 * functions. Errors are never cached: the default is ten seconds, even for responses with `no-store`, and an error can
 * concern one user only.
 */
export class SiteDistribution extends Distribution {
  constructor(scope: Construct, id: string, props: SiteDistributionProps) {
    const { stage, logs } = props
    const { pages, assets } = siteBehaviours(scope, props)
    const { api, chatWebhook } = apiBehaviours(scope, props)
    super(scope, id, {
      comment: `advice ${stage.name}`,
      ...domainOf(stage, scope),
      webAclId: stage.firewallArn,
      errorResponses: errorStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultRootObject: 'index.html',
      defaultBehavior: pages,
      additionalBehaviors: {
        '/assets/*': assets,
        // Must come before `/webhooks/*`.
        [paths.chatWebhook]: chatWebhook,
        ...Object.fromEntries([...apiPaths].map((path) => [path, api])),
      },
      priceClass: PriceClass.PRICE_CLASS_100,
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableLogging: true,
      logBucket: logs,
      logFilePrefix: 'distribution/',
    })
    acknowledge(this, {
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk':
        'The root is rewritten to a page and has a default root object, so the list is never served.',
      'AwsSolutions-CFR1': 'Landlords of property in England and Wales live in many countries.',
      'AwsSolutions-CFR2':
        'The functions enforce rate limits per caller and address. A firewall costs $6 a month, so it is a setting.',
      ...(stage.domain
        ? {}
        : {
            'AwsSolutions-CFR4':
              "Without its own domain, the stage uses CloudFront's certificate, which fixes the minimum TLS version.",
          }),
    })
  }
}

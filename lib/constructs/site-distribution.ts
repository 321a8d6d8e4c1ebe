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

/** What the HTTP API answers; every other address is a page or a file of the site. */
const apiPaths = ['/functions/*', '/auth/*', '/webhooks/*', '/d/*']

const domainOf = ({ domain }: Stage, scope: Construct): Partial<DistributionProps> =>
  domain
    ? {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }
    : {}

/**
 * The one origin that browsers see, for pages and functions alike. It has no custom error responses: they
 * would replace what the functions say when they refuse.
 */
export class SiteDistribution extends Distribution {
  constructor(scope: Construct, id: string, props: SiteDistributionProps) {
    const { stage, logs } = props
    const { pages, assets } = siteBehaviours(scope, props)
    const { api, chatWebhook } = apiBehaviours(scope, props)
    super(scope, id, {
      comment: `advice ${stage.name}`,
      ...domainOf(stage, scope),
      defaultRootObject: 'index.html',
      defaultBehavior: pages,
      additionalBehaviors: {
        '/assets/*': assets,
        // Before the pattern that covers it.
        '/webhooks/chat': chatWebhook,
        ...Object.fromEntries(apiPaths.map((path) => [path, api])),
      },
      priceClass: PriceClass.PRICE_CLASS_100,
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableLogging: true,
      logBucket: logs,
      logFilePrefix: 'distribution/',
    })
    acknowledge(this, {
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk':
        'The root is a page, by its own rewriting and as default root object: the list is never shown.',
      'AwsSolutions-CFR1': 'Landlords of property in England and Wales live everywhere.',
      'AwsSolutions-CFR2':
        'Limits are kept by the functions, per caller and per address; a firewall adds a monthly price and no rule that we need.',
      ...(stage.domain
        ? {}
        : {
            'AwsSolutions-CFR4':
              "Without a domain of its own the stage has CloudFront's certificate, which fixes this.",
          }),
    })
  }
}

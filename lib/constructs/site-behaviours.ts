import { Duration } from 'aws-cdk-lib'
import {
  AccessLevel,
  CachePolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersReferrerPolicy,
  ViewerProtocolPolicy,
  type BehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront'
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { securityHeaders, type ContentOrigins } from './security-headers.ts'
import { requestCode, responseCode } from './site-routing.ts'

export interface SiteBehavioursProps {
  readonly stage: Stage
  readonly site: IBucket
  readonly origins: ContentOrigins
}

const edgeFunction = (scope: Construct, id: string, name: string, code: string) =>
  new EdgeFunction(scope, id, {
    functionName: name,
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(code),
  })

const cachePolicy = (scope: Construct, id: string, name: string, ttl: Duration, maxTtl: Duration) =>
  new CachePolicy(scope, id, {
    cachePolicyName: name,
    minTtl: Duration.seconds(0),
    defaultTtl: ttl,
    maxTtl,
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  })

/** Creates the CloudFront behaviours of the site: pages, and assets whose names contain a hash of their content. */
export const siteBehaviours = (
  scope: Construct,
  { stage, site, origins }: SiteBehavioursProps,
): { pages: BehaviorOptions; assets: BehaviorOptions } => {
  const prefix = `advice-${stage.name}`
  const common = {
    // With permission to list, S3 returns 404 for a missing object, not 403. The list itself is never served.
    origin: S3BucketOrigin.withOriginAccessControl(site, {
      originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
    }),
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    compress: true,
    responseHeadersPolicy: securityHeaders(scope, 'PageHeaders', {
      stage,
      name: `${prefix}-pages`,
      origins,
      // Sends no path, because addresses of pages can contain a token or the id of a payment, and access logs contain
      // the referrer.
      referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN,
    }),
  }
  const year = Duration.days(365)
  return {
    assets: { ...common, cachePolicy: cachePolicy(scope, 'AssetCache', `${prefix}-assets`, year, year) },
    pages: {
      ...common,
      cachePolicy: cachePolicy(
        scope,
        'PageCache',
        `${prefix}-pages`,
        Duration.minutes(1),
        Duration.minutes(5),
      ),
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: edgeFunction(scope, 'FindPage', `${prefix}-find-page`, requestCode),
        },
        {
          eventType: FunctionEventType.VIEWER_RESPONSE,
          function: edgeFunction(scope, 'SetNotFoundStatus', `${prefix}-set-not-found-status`, responseCode),
        },
      ],
    },
  }
}

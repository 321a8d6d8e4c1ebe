import { Duration, Stack } from 'aws-cdk-lib'
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  AllowedMethods,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  HeadersReferrerPolicy,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  ViewerProtocolPolicy,
  type BehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { securityHeaders, type ContentOrigins } from './security-headers.ts'

export interface ApiBehaviourProps {
  readonly stage: Stage
  readonly httpApi: IHttpApi
  readonly originSecret: string
  readonly origins: ContentOrigins
}

/**
 * Headers that functions read. CloudFront forwards either a list or all except `Host`. Only a list can include
 * `CloudFront-Viewer-Address`, which CloudFront sets itself and clients cannot forge.
 */
const forwardedHeaders = [
  'CloudFront-Viewer-Address',
  'Accept',
  'Content-Type',
  'Origin',
  'Referer',
  'Sec-Fetch-Site',
  'Stripe-Signature',
  'User-Agent',
]

/** Headers of the chat provider's webhooks. They need their own policy, because a policy lists at most ten headers. */
const chatWebhookHeaders = [
  'CloudFront-Viewer-Address',
  'Content-Type',
  'X-Tawk-Signature',
  'X-Hook-Event-Id',
  'X-Chatwoot-Signature',
  'X-Chatwoot-Timestamp',
  'X-Chatwoot-Delivery',
]

const requestPolicy = (scope: Construct, id: string, name: string, headers: readonly string[]) =>
  new OriginRequestPolicy(scope, id, {
    originRequestPolicyName: name,
    headerBehavior: OriginRequestHeaderBehavior.allowList(...headers),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    // No function reads one. With the cookies of the chat, or of other sites of the domain, a request could exceed the
    // 10,240 bytes of headers that API Gateway accepts.
    cookieBehavior: OriginRequestCookieBehavior.none(),
  })

/**
 * Creates the CloudFront behaviours of the API: no caching, and the viewer's address and the origin secret are sent to
 * the functions. `chatWebhook` differs only in the forwarded headers.
 */
export const apiBehaviours = (
  scope: Construct,
  props: ApiBehaviourProps,
): { api: BehaviorOptions; chatWebhook: BehaviorOptions } => {
  const { name } = props.stage
  const api = apiBehaviour(scope, props)
  const originRequestPolicy = requestPolicy(
    scope,
    'ChatWebhookRequest',
    `advice-${name}-chat-webhook`,
    chatWebhookHeaders,
  )
  return { api, chatWebhook: { ...api, originRequestPolicy } }
}

const apiBehaviour = (
  scope: Construct,
  { stage, httpApi, originSecret, origins }: ApiBehaviourProps,
): BehaviorOptions => ({
  origin: new HttpOrigin(`${httpApi.apiId}.execute-api.${Stack.of(scope).region}.amazonaws.com`, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    customHeaders: { 'x-origin-secret': originSecret },
  }),
  allowedMethods: AllowedMethods.ALLOW_ALL,
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  compress: true,
  cachePolicy: new CachePolicy(scope, 'ApiCache', {
    cachePolicyName: `advice-${stage.name}-api`,
    comment:
      'Caches nothing by default. A policy with caching disabled cannot forward the Authorization header',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.seconds(1),
    headerBehavior: CacheHeaderBehavior.allowList('Authorization'),
    // Emailed links differ only in their query. Requests with the same key could share one response.
    queryStringBehavior: CacheQueryStringBehavior.all(),
    // Otherwise functions do not receive Accept-Encoding.
    enableAcceptEncodingGzip: true,
  }),
  originRequestPolicy: requestPolicy(scope, 'ApiRequest', `advice-${stage.name}-api`, forwardedHeaders),
  // These URLs contain tokens of emailed links.
  responseHeadersPolicy: securityHeaders(scope, 'ApiHeaders', {
    stage,
    name: `advice-${stage.name}-api`,
    origins,
    referrerPolicy: HeadersReferrerPolicy.NO_REFERRER,
  }),
})

import { Duration, Stack } from 'aws-cdk-lib'
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  AllowedMethods,
  CacheHeaderBehavior,
  CachePolicy,
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
 * What functions read of a call. CloudFront forwards either these or all but `Host`, and only named headers
 * may include the one that it adds itself: the caller's address, which nobody can make up.
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

/** What a delivery of the chat's provider is known by. They stand apart: a policy names ten headers at most. */
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
    cookieBehavior: OriginRequestCookieBehavior.all(),
  })

/**
 * How calls reach the functions: never cached, with the caller's address and the secret that proves the way.
 * `chatWebhook` is the same for the deliveries of the chat's provider.
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
    comment: 'Caches nothing that does not ask for it; a policy that cannot cache cannot forward this header',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.seconds(1),
    headerBehavior: CacheHeaderBehavior.allowList('Authorization'),
    // Without it functions never see whether the caller can unpack a compressed answer.
    enableAcceptEncodingGzip: true,
  }),
  originRequestPolicy: requestPolicy(scope, 'ApiRequest', `advice-${stage.name}-api`, forwardedHeaders),
  // Addresses here carry tokens of mailed links.
  responseHeadersPolicy: securityHeaders(scope, 'ApiHeaders', {
    name: `advice-${stage.name}-api`,
    origins,
    referrerPolicy: HeadersReferrerPolicy.NO_REFERRER,
  }),
})

import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { resourcesOf, templatesOf } from './synthesized.ts'

interface CacheBehaviour {
  readonly PathPattern?: string
  readonly CachePolicyId: { readonly Ref: string }
  readonly ResponseHeadersPolicyId: { readonly Ref: string }
}

/** Returns the behaviours of the distribution by path, and those of the pages as `default`. */
const behavioursOf = ({ web }: ReturnType<typeof templatesOf>): Map<string, CacheBehaviour> => {
  const [[, distribution] = []] = resourcesOf(web, 'AWS::CloudFront::Distribution')
  const { DefaultCacheBehavior, CacheBehaviors } = (distribution?.Properties['DistributionConfig'] ?? {}) as {
    DefaultCacheBehavior: CacheBehaviour
    CacheBehaviors: readonly CacheBehaviour[]
  }
  const all = [DefaultCacheBehavior, ...CacheBehaviors]
  return new Map(all.map((behaviour) => [behaviour.PathPattern ?? 'default', behaviour]))
}

const apiPatterns = ['/webhooks/chat', '/functions/*', '/auth/*', '/webhooks/*', '/d/*']

describe.each(['dev', 'prod'] as const)('the distribution of %s', (stage) => {
  const templates = templatesOf(stage)
  const { web } = templates
  const behaviours = behavioursOf(templates)

  test('no error is cached, and no error page replaces the responses of the functions', () => {
    const statuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]
    web.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CustomErrorResponses: statuses.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
        HttpVersion: 'http2and3',
      },
    })
  })

  test('the API paths accept all methods, over HTTPS only, and send the origin secret', () => {
    web.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CacheBehaviors: ['/assets/*', ...apiPatterns].map((path) =>
          Match.objectLike({
            PathPattern: path,
            // A program that calls the API over HTTP fails, and does not send its token again.
            ViewerProtocolPolicy: path === '/assets/*' ? 'redirect-to-https' : 'https-only',
            ...(path === '/assets/*' ? {} : { AllowedMethods: Match.arrayWith(['GET', 'POST', 'DELETE']) }),
          }),
        ),
        Origins: Match.arrayWith([
          Match.objectLike({
            CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
            OriginCustomHeaders: [
              {
                HeaderName: 'x-origin-secret',
                HeaderValue: Match.stringLikeRegexp('^\\{\\{resolve:secretsmanager:/advice/'),
              },
            ],
          }),
        ]),
      },
    })
  })

  test("functions receive the viewer's address and the token, and responses are not cached", () => {
    web.hasResourceProperties('AWS::CloudFront::OriginRequestPolicy', {
      OriginRequestPolicyConfig: {
        HeadersConfig: {
          HeaderBehavior: 'whitelist',
          Headers: Match.arrayWith(['CloudFront-Viewer-Address', 'Stripe-Signature']),
        },
      },
    })
    const policies = new Map(resourcesOf(web, 'AWS::CloudFront::CachePolicy'))
    for (const path of apiPatterns)
      expect(policies.get(behaviours.get(path)?.CachePolicyId.Ref ?? '')?.Properties).toMatchObject({
        CachePolicyConfig: {
          MinTTL: 0,
          DefaultTTL: 0,
          // Zero would switch caching off, and CloudFront then accepts no Authorization header.
          MaxTTL: 1,
          ParametersInCacheKeyAndForwardedToOrigin: {
            HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Authorization'] },
            QueryStringsConfig: { QueryStringBehavior: 'all' },
            EnableAcceptEncodingGzip: true,
          },
        },
      })
  })

  test("the chat webhook receives the provider's signatures, and no policy exceeds ten headers", () => {
    const headerLists = resourcesOf(web, 'AWS::CloudFront::OriginRequestPolicy').map(
      ([, { Properties }]) =>
        (Properties['OriginRequestPolicyConfig'] as { HeadersConfig: { Headers: string[] } }).HeadersConfig
          .Headers,
    )
    expect(headerLists.find((headers) => headers.includes('X-Tawk-Signature'))).toEqual(
      expect.arrayContaining([
        'X-Hook-Event-Id',
        'X-Chatwoot-Signature',
        'X-Chatwoot-Timestamp',
        'X-Chatwoot-Delivery',
      ]),
    )
    for (const headers of headerLists) expect(headers.length).toBeLessThanOrEqual(10)
  })

  test('functions receive no cookies, which the chat and other sites of the domain could set', () => {
    web.allResourcesProperties('AWS::CloudFront::OriginRequestPolicy', {
      OriginRequestPolicyConfig: { CookiesConfig: { CookieBehavior: 'none' } },
    })
  })

  test('the content security policy allows no unsafe scripts and no framing', () => {
    const policies = resourcesOf(web, 'AWS::CloudFront::ResponseHeadersPolicy')
    expect(policies).toHaveLength(2)
    for (const [, { Properties }] of policies) {
      const text = JSON.stringify(Properties)
      expect(text).toContain("script-src 'self' 'sha256-")
      expect(text).not.toMatch(/script-src[^;]*unsafe/)
      expect(text).toContain("frame-ancestors 'none'")
      expect(text).toContain("object-src 'none'")
      expect(text).toContain("base-uri 'none'")
      expect(text).not.toContain('unsafe-eval')
    }
    web.allResourcesProperties('AWS::CloudFront::ResponseHeadersPolicy', {
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: {
          StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, Override: true },
          ContentTypeOptions: { Override: true },
          FrameOptions: { FrameOption: 'DENY', Override: true },
        },
      },
    })
  })

  test('URLs with tokens are never sent as a referrer', () => {
    const policies = new Map(resourcesOf(web, 'AWS::CloudFront::ResponseHeadersPolicy'))
    expect([...behaviours.keys()]).toEqual(['default', '/assets/*', ...apiPatterns])
    for (const [path, { ResponseHeadersPolicyId }] of behaviours) {
      // The addresses of pages are sent without their path.
      const ReferrerPolicy = apiPatterns.includes(path) ? 'no-referrer' : 'strict-origin'
      expect(policies.get(ResponseHeadersPolicyId.Ref)?.Properties, path).toMatchObject({
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: { ReferrerPolicy: { ReferrerPolicy, Override: true } },
        },
      })
    }
  })
})

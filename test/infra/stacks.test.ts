import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { stackParts } from '#lib/stacks/app.ts'
import { storagePeriods } from '#shared/values/retention.ts'
import { resourcesOf, templatesOf } from './synthesized.ts'

const dev = templatesOf('dev')
const prod = templatesOf('prod')

const textOf = (templates: typeof dev) =>
  stackParts.map((part) => JSON.stringify(templates[part].toJSON())).join()

test('two stages can share an account: no name of one occurs in the other', () => {
  expect(textOf(dev)).not.toMatch(/advice-prod|\/advice\/prod/)
  expect(textOf(prod)).not.toMatch(/advice-dev|\/advice\/dev/)
})

describe.each([
  ['dev', dev],
  ['prod', prod],
])('in %s', (_, { data, identity, web }) => {
  test('the table has point-in-time recovery, a stream, a TTL and both indexes', () => {
    data.hasResourceProperties('AWS::DynamoDB::Table', {
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      PointInTimeRecoverySpecification: {
        PointInTimeRecoveryEnabled: true,
        RecoveryPeriodInDays: storagePeriods.backups.days,
      },
      TimeToLiveSpecification: { AttributeName: 'expires_at_epoch_seconds', Enabled: true },
      GlobalSecondaryIndexes: [
        Match.objectLike({ IndexName: 'gsi1' }),
        Match.objectLike({ IndexName: 'gsi2' }),
      ],
    })
  })

  test('buckets block public access and require TLS', () => {
    for (const template of [data, web]) {
      const buckets = resourcesOf(template, 'AWS::S3::Bucket')
      expect(resourcesOf(template, 'AWS::S3::BucketPolicy')).toHaveLength(buckets.length)
      template.allResourcesProperties('AWS::S3::Bucket', {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      })
      template.allResourcesProperties('AWS::S3::BucketPolicy', {
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          ]),
        },
      })
    }
  })

  test('unfinished uploads are deleted after a day, and deleted ones are not kept as former versions', () => {
    data.hasResourceProperties('AWS::S3::Bucket', {
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
          {
            ExpirationInDays: 1,
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            Prefix: 'quarantine/',
            Status: 'Enabled',
          },
        ]),
      },
    })
  })

  test('the user pool allows no self sign-up and does not reveal which accounts exist', () => {
    identity.hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UsernameAttributes: ['email'],
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'admin_only', Priority: 1 }] },
      Policies: {
        PasswordPolicy: {
          MinimumLength: 6,
          RequireLowercase: false,
          RequireNumbers: false,
          RequireSymbols: false,
          RequireUppercase: false,
        },
      },
    })
    identity.hasResourceProperties('AWS::Cognito::UserPoolClient', { PreventUserExistenceErrors: 'ENABLED' })
  })

  test('users cannot change attributes that the service relies on', () => {
    identity.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      WriteAttributes: ['locale'],
      ReadAttributes: ['email', 'email_verified'],
    })
  })

  test('tokens are short-lived and revocable, and the client has no secret', () => {
    identity.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      GenerateSecret: false,
      EnableTokenRevocation: true,
      AccessTokenValidity: 15,
      IdTokenValidity: 15,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_CUSTOM_AUTH', 'ALLOW_USER_SRP_AUTH'],
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
    })
  })

  test('the user pool has the feature plan that the rotation of refresh tokens needs', () => {
    identity.hasResourceProperties('AWS::Cognito::UserPool', { UserPoolTier: 'ESSENTIALS' })
  })

  test('the user pool has a group of admins', () => {
    identity.hasResourceProperties('AWS::Cognito::UserPoolGroup', { GroupName: 'admin' })
  })

  test('the API is throttled and has access logs', () => {
    web.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      AccessLogSettings: { Format: Match.stringLikeRegexp('requestId') },
      DefaultRouteSettings: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
    })
  })
})

test('data is retained in prod and deleted in dev', () => {
  const policies = (templates: typeof dev) =>
    [
      ...resourcesOf(templates.data, 'AWS::DynamoDB::Table'),
      ...resourcesOf(templates.data, 'AWS::S3::Bucket'),
      ...resourcesOf(templates.data, 'AWS::SecretsManager::Secret'),
      ...resourcesOf(templates.identity, 'AWS::Cognito::UserPool'),
    ].map(([, resource]) => resource.DeletionPolicy)
  // Deletion protection blocks the rollback of a creation, so protected resources are retained in every case.
  expect(new Set(policies(prod))).toEqual(new Set(['Retain', 'RetainExceptOnCreate']))
  expect(new Set(policies(dev))).toEqual(new Set(['Delete']))
  prod.data.hasResourceProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: true })
  prod.identity.hasResourceProperties('AWS::Cognito::UserPool', { DeletionProtection: 'ACTIVE' })
})

test('prod uses its own domain with TLS 1.2 or later, and accepts uploads from that origin only', () => {
  prod.web.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Aliases: ['advice.example'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
    },
  })
  prod.data.hasResourceProperties('AWS::S3::Bucket', {
    CorsConfiguration: { CorsRules: [Match.objectLike({ AllowedOrigins: ['https://advice.example'] })] },
  })
})

test('config.json has every value that the pages need', () => {
  const { Value } = Object.values(prod.web.findOutputs('WebConfig'))[0] as { Value: object }
  for (const name of ['stage', 'region', 'userPoolId', 'userPoolClientId', 'apiPath']) {
    expect(JSON.stringify(Value)).toContain(`\\"${name}\\":`)
  }
  expect(JSON.stringify(Value)).not.toContain('userPoolEndpoint')
})

describe('pages and assets', () => {
  const uploads = () => resourcesOf(dev.content, 'Custom::CDKBucketDeployment')

  test('are uploaded in a stack of their own, assets first, and delete no earlier asset', () => {
    expect(uploads()).toHaveLength(2)
    for (const [, { Properties }] of uploads()) expect(Properties['Prune']).toBe(false)
    const [[assets], [, pages]] = uploads() as [[string, unknown], [string, { DependsOn: string[] }]]
    expect(pages.DependsOn).toContain(assets)
  })

  test('have a list of the release beside the pages, for the function that removes old assets', () => {
    const sources = uploads().map(([, { Properties }]) => Properties['SourceBucketNames'] as unknown[])
    // The pages are uploaded from three sources: the site, /config.json and the list.
    expect(sources.map(({ length }) => length)).toEqual([1, 3])
    dev.operations.hasResourceProperties('AWS::Events::Rule', { Name: 'advice-dev-remove-old-assets' })
  })
})

import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import * as paths from '#shared/values/site-map.ts'
import { LogBucket } from '../constructs/log-bucket.ts'
import { SiteContent } from '../constructs/site-content.ts'
import { SiteDistribution } from '../constructs/site-distribution.ts'
import type { Stage } from '../stages.ts'
import type { DataStack } from './data.ts'
import type { IdentityStack } from './identity.ts'

export interface WebStackProps extends StackProps {
  readonly stage: Stage
  readonly data: DataStack
  readonly identity: IdentityStack
  readonly siteFolder: string | undefined
}

/** Logs what is needed to find slow and failed requests, and no personal data: no address, token or body. */
const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  error: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
})

/** The resources that browsers connect to: the site's bucket, the HTTP API and one CloudFront distribution for both. */
export class WebStack extends Stack {
  readonly httpApi: HttpApi
  /** URL of the site. Links in emails point there. */
  readonly siteUrl: string
  readonly distributionId: string

  constructor(scope: Construct, id: string, props: WebStackProps) {
    super(scope, id, props)
    const { stage, data } = props
    // The distribution refers to a secret of that stack by name, which CDK does not detect.
    this.addStackDependency(data)
    this.httpApi = this.createApi(stage)
    const logs = new LogBucket(this, 'Logs', {
      removalPolicy: RemovalPolicy.DESTROY,
      keptDays: stage.logRetentionDays,
      writtenByAccessControlList: true,
    })
    const site = new Bucket(this, 'Site', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'site/',
    })
    const distribution = new SiteDistribution(this, 'Distribution', {
      stage,
      site,
      logs,
      httpApi: this.httpApi,
      originSecret: data.originSecret,
      origins: {
        userPool: stage.endpoints?.userPool ?? `https://cognito-idp.${this.region}.amazonaws.com`,
        library: stage.endpoints?.library ?? `https://${data.library.bucketRegionalDomainName}`,
        checkout: stage.checkoutOrigin,
        chat: stage.chat,
      },
    })
    this.siteUrl = stage.siteUrl ?? `https://${distribution.distributionDomainName}`
    this.distributionId = distribution.distributionId
    const config = this.configFor(props)
    if (props.siteFolder) {
      const content = { folder: props.siteFolder, config, bucket: site, distribution }
      new SiteContent(this, 'Content', content)
    }
    new CfnOutput(this, 'WebConfig', {
      value: config,
      description: 'Content of /config.json, which the pages read',
    })
    new CfnOutput(this, 'SiteUrl', { value: this.siteUrl })
    new CfnOutput(this, 'DistributionId', { value: this.distributionId })
  }

  private createApi(stage: Stage): HttpApi {
    const httpApi = new HttpApi(this, 'Api', { apiName: `advice-${stage.name}`, createDefaultStage: false })
    const logGroup = new LogGroup(this, 'ApiLogs', {
      logGroupName: `/advice/${stage.name}/api`,
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    new HttpStage(this, 'ApiStage', {
      httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: 100, burstLimit: 200 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(accessLogFormat),
      },
    })
    return httpApi
  }

  private configFor({ stage, identity }: WebStackProps): string {
    return this.toJsonString({
      stage: stage.name,
      region: this.region,
      userPoolId: identity.userPool.userPoolId,
      userPoolClientId: identity.userPoolClient.userPoolClientId,
      ...(stage.endpoints ? { userPoolEndpoint: stage.endpoints.userPool } : {}),
      apiPath: paths.functions,
      ...(stage.passkeyDomain ? { passkeys: true } : {}),
      ...(stage.chat ? { chat: stage.chat } : {}),
    })
  }
}

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import * as paths from '#shared/values/site-map.ts'
import { exportAlways } from '../constructs/fixed-exports.ts'
import { LogBucket } from '../constructs/log-bucket.ts'
import { LibraryCors } from '../constructs/library-cors.ts'
import { originSecretsOf, type OriginSecrets } from '../constructs/origin-secrets.ts'
import { removalPolicyOf } from '../constructs/removal.ts'
import { SiteDistribution } from '../constructs/site-distribution.ts'
import { deployedSettings } from '../deployed-settings.ts'
import type { Stage } from '../stages.ts'
import type { DataStack } from './data.ts'
import type { IdentityStack } from './identity.ts'

export interface WebStackProps extends StackProps {
  readonly stage: Stage
  readonly data: DataStack
  readonly identity: IdentityStack
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
  readonly site: Bucket
  readonly distribution: SiteDistribution
  /** Content of `/config.json`. */
  readonly config: string

  constructor(scope: Construct, id: string, props: WebStackProps) {
    super(scope, id, props)
    const { stage, data } = props
    // The distribution refers to a secret of that stack by name, which CDK does not detect.
    this.addStackDependency(data)
    const originSecrets = originSecretsOf(stage, data.originSecretName)
    this.httpApi = new HttpApi(this, 'Api', { apiName: `advice-${stage.name}`, createDefaultStage: false })
    const apiStage = this.createApiStage(stage, originSecrets)
    const logs = new LogBucket(this, 'Logs', { stage, writtenByAccessControlList: true })
    this.site = new Bucket(this, 'Site', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: removalPolicyOf(stage),
      autoDeleteObjects: stage.emptiesBuckets,
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'site/',
    })
    this.distribution = new SiteDistribution(this, 'Distribution', {
      stage,
      site: this.site,
      logs,
      httpApi: this.httpApi,
      originSecret: originSecrets.sent,
      origins: {
        userPool: stage.endpoints?.userPool ?? `https://cognito-idp.${this.region}.amazonaws.com`,
        library: stage.endpoints?.library ?? `https://${data.library.bucketRegionalDomainName}`,
        checkout: stage.checkoutOrigin,
        chat: stage.chat,
      },
    })
    // The functions accept a new secret before CloudFront sends it.
    this.distribution.node.addDependency(apiStage)
    // When a stage is removed, the bucket is emptied after CloudFront has stopped writing to it, because a bucket that
    // is not empty cannot be deleted.
    this.distribution.node.addDependency(logs)
    // The name of the distribution is used until a domain is added, and by a rollback from it.
    const { distributionId, distributionDomainName } = this.distribution
    const { bucketName, bucketArn } = this.site
    exportAlways(this, [this.httpApi.apiId, bucketName, bucketArn, distributionId, distributionDomainName])
    this.siteUrl = stage.siteUrl ?? `https://${this.distribution.distributionDomainName}`
    if (stage.siteUrl === undefined)
      new LibraryCors(this, 'LibraryCors', { stage, library: data.library, siteUrl: this.siteUrl })
    this.config = this.configFor(props)
    new CfnOutput(this, 'WebConfig', {
      value: this.config,
      description: 'Content of /config.json, which the pages read',
    })
    new CfnOutput(this, 'ApiUrl', { value: this.httpApi.apiEndpoint })
    new CfnOutput(this, 'SiteUrl', { value: this.siteUrl })
    const { output, valueOf } = deployedSettings.originSecretVersions
    new CfnOutput(this, output, { value: valueOf(stage) })
    new CfnOutput(this, 'DistributionId', { value: this.distribution.distributionId })
  }

  private createApiStage(stage: Stage, { accepted }: OriginSecrets): HttpStage {
    const logGroup = new LogGroup(this, 'ApiLogs', {
      logGroupName: `/advice/${stage.name}/api`,
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicyOf(stage),
    })
    return new HttpStage(this, 'ApiStage', {
      httpApi: this.httpApi,
      stageName: '$default',
      autoDeploy: true,
      stageVariables: { originSecrets: accepted },
      throttle: { rateLimit: 100, burstLimit: 200 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(accessLogFormat),
      },
    })
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

import { type CfnResource, CustomResourceProviderBase, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'

/**
 * Creates a log group for each function that CDK adds for a custom resource, for example to empty buckets. Lambda would
 * create a log group that never expires.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-loggroups.html
 */
export const expireProviderLogs = (stack: Stack, retention: RetentionDays): void => {
  for (const provider of stack.node.children) {
    if (!(provider instanceof CustomResourceProviderBase)) continue
    // CDK defines this function as a CloudFormation resource.
    const handler = provider.node.findChild('Handler') as CfnResource
    const logGroup = new LogGroup(provider, 'Logs', { retention, removalPolicy: RemovalPolicy.DESTROY })
    handler.addPropertyOverride('LoggingConfig', { LogGroup: logGroup.logGroupName })
  }
}
